import type { AnyRouter } from '@tanstack/react-router'
import { changeLanguage, language } from '@/i18n'
import { inLanguage, type Language } from '@/i18n/language'

/** A year. */
const LOCALE_SECONDS = 365 * 86_400

const other = (): Language => (language() === 'th' ? 'en' : 'th')

/** Opens the same page in the other language; typed text stays. */
export async function switchLanguage(router: AnyRouter): Promise<void> {
  const next = other()
  await changeLanguage(next)
  // The server redirects later visits of the bare address to this language.
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `locale=${next}; path=/; max-age=${LOCALE_SECONDS}; samesite=lax${secure}`
  const { pathname, search, hash } = window.location
  window.history.replaceState(window.history.state, '', inLanguage(pathname, next) + search + hash)
  await router.invalidate()
  await router.load()
}
