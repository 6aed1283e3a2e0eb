import { describe, expect, it } from 'vitest'
import { inLanguage, languageOf, withoutLanguage } from './language'

describe('the language in an address', () => {
  it.each([
    ['/', 'th', '/', '/en'],
    ['/games/rov', 'th', '/games/rov', '/en/games/rov'],
    ['/en', 'en', '/', '/en'],
    ['/en/', 'en', '/', '/en'],
    ['/en/games', 'en', '/games', '/en/games'],
    ['/enemy', 'th', '/enemy', '/en/enemy'],
  ] as const)('%s', (path, language, bare, english) => {
    expect(languageOf(path)).toBe(language)
    expect(withoutLanguage(path)).toBe(bare)
    expect(inLanguage(path, 'en')).toBe(english)
    expect(inLanguage(path, 'th')).toBe(bare)
  })
})
