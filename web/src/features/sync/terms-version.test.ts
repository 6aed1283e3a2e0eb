import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '@/i18n/en/pages'
import th from '@/i18n/th/pages'

it('names the terms in both languages as the server does', () => {
  const [, version] = /TERMS_VERSION: &str = "([^"]+)"/.exec(readFileSync('../crates/people/src/account/terms.rs', 'utf8')) ?? []
  expect(version).toBeDefined()
  expect([th.terms.version, en.terms.version]).toEqual([version, version])
})
