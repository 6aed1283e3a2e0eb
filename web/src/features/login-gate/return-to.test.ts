// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { digitsOf, shownNumber } from '@/features/mobile/use-code'
import { beginsAt, ownPath } from './return-to'

/** The vectors that the server is tested with too. */
const VECTORS = '../domain/vectors/addresses/own_path.json'

it('goes back to paths of this site only', () => {
  for (const { in: text, out } of JSON.parse(readFileSync(VECTORS, 'utf8')) as { in: string; out: string | null }[])
    expect(ownPath(text), text).toBe(out ?? undefined)
  expect(ownPath(undefined)).toBeUndefined()
  expect(ownPath('/loginstyle')).toBe('/loginstyle')
})

it('does not go back to a way in', () => {
  for (const path of [
    '/login?code=abc&state=def',
    '/en/login?error=access_denied',
    '/callback/result',
    '/auth/login?returnTo=%2Fcart',
    '/cart/../login',
  ])
    expect(ownPath(path)).toBeUndefined()
})

it('signs in under the address that the provider sends people back to', () => {
  const at = (redirect: string) => `https://id.example/authorize?${new URLSearchParams({ redirect_uri: redirect, state: 's' })}`
  history.replaceState(null, '', '/en/auth/login?returnTo=%2Fcart')
  for (const url of [at(`${location.origin}/login`), 'https://id.example/authorize?request_uri=urn%3Ax', '/login?error=access_denied'])
    expect(beginsAt(url)).toBe(url)
  expect(beginsAt(at('https://manao.example/login'))).toBe('https://manao.example/en/auth/login?returnTo=%2Fcart')
})

it('reads a code however it was typed', () => {
  for (const text of ['123456', ' 123 456', '๑๒๓๔๕๖', '123456 คือรหัส', '1234567']) expect(digitsOf(text)).toBe('123456')
  expect(digitsOf('12a')).toBe('12')
})

it('shows a number as people write it', () => {
  for (const text of ['0812345678', '66812345678', '+66 81 234 5678', '081-234-5678']) expect(shownNumber(text)).toBe('081-234-5678')
  expect(shownNumber('12')).toBe('12')
})
