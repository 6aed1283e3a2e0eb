/** Thai has no prefix in the address, English has `/en`. */
export type Language = 'th' | 'en'

const PREFIX = '/en'

/** Returns the language of an address. */
export function languageOf(pathname: string): Language {
  return pathname === PREFIX || pathname.startsWith(`${PREFIX}/`) ? 'en' : 'th'
}

/** The address without its language. */
export function withoutLanguage(pathname: string): string {
  return languageOf(pathname) === 'en' ? pathname.slice(PREFIX.length) || '/' : pathname
}

/** An address (without a language) in the given one. */
export function inLanguage(pathname: string, language: Language): string {
  const path = withoutLanguage(pathname)
  return language === 'en' ? (path === '/' ? PREFIX : PREFIX + path) : path
}
