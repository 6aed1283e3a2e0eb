import type { AnyRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { changeLanguage, language } from '@/i18n'
import { inLanguage, type Language } from '@/i18n/language'

/** A year. */
const LOCALE_SECONDS = 365 * 86_400

const other = (): Language => (language() === 'th' ? 'en' : 'th')

/** Whether every text that is in use is here in this language. */
const isHere = (next: Language) => [i18next.options.ns ?? []].flat().every((namespace) => i18next.hasResourceBundle(next, namespace))

/** The same page in the other language; what was typed stays. */
export async function switchLanguage(router: AnyRouter): Promise<void> {
  // Texts that were asked for in vain would not be asked for again, and their names stand on the page instead.
  if (!navigator.onLine && !isHere(other())) await new Promise((back) => addEventListener('online', back, { once: true }))
  const next = other()
  await changeLanguage(next)
  // Who comes to the bare address later is led to this language by the server.
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `locale=${next}; path=/; max-age=${LOCALE_SECONDS}; samesite=lax${secure}`
  const { pathname, search, hash } = window.location
  window.history.replaceState(window.history.state, '', inLanguage(pathname, next) + search + hash)
  await router.invalidate()
  await router.load()
}
