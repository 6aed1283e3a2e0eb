import { withoutLanguage } from '@/i18n/language'

/** The ways into a session: whoever was led back there would stand before the login again. */
const WAYS_IN = /^\/(login|callback|auth)(\/|$)/

/** Whether an address (with or without its language) is one of the ways into a session. */
export function isWayIn(address: string): boolean {
  return WAYS_IN.test(withoutLanguage(address.split(/[?#]/, 1)[0] ?? ''))
}

/** A path of this site, as a link brought it along, unless it is a way in; nothing else is gone back to. */
export function ownPath(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || isWayIn(path)) return undefined
  // Control characters are dropped by browsers, which would make another address of it.
  return /\p{Cc}/u.test(path) ? undefined : path
}
