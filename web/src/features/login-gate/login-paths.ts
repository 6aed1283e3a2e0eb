import { withoutLanguage } from '@/i18n/language'

/** The pages for signing in: returning there would show the login again. */
const LOGIN_PATHS = /^\/(login|callback|auth)(\/|$)/

/** Whether an address (with or without its language) is a page for signing in. */
export function isLoginPath(address: string): boolean {
  return LOGIN_PATHS.test(withoutLanguage(address.split(/[?#]/, 1)[0] ?? ''))
}
