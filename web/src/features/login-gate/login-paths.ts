import { withoutLanguage } from '@/i18n/language'

/** The ways into a session: returning there would show the login again. */
const LOGIN_PATHS = /^\/(login|callback|auth)(\/|$)/

/** Whether an address (with or without its language) is one of the ways into a session. */
export function isLoginPath(address: string): boolean {
  return LOGIN_PATHS.test(withoutLanguage(address.split(/[?#]/, 1)[0] ?? ''))
}
