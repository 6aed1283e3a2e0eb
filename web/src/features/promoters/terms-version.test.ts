import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '@/i18n/en/promoters'
import th from '@/i18n/th/promoters'

it('names the promoter terms in both languages as the server does', () => {
  const [, version] =
    /PROMOTER_TERMS_VERSION: &str = "([^"]+)"/.exec(readFileSync('../crates/esports/src/promoters/terms.rs', 'utf8')) ?? []
  expect(version).toBeDefined()
  expect([th.terms.version, en.terms.version]).toEqual([version, version])
})
