import { withoutLanguage } from '@/i18n/language'

/** The ways into a session: returning there would show the login again. */
const WAYS_IN = /^\/(login|callback|auth)(\/|$)/

/** Whether an address (with or without its language) is one of the ways into a session. */
export function isWayIn(address: string): boolean {
  return WAYS_IN.test(withoutLanguage(address.split(/[?#]/, 1)[0] ?? ''))
}
