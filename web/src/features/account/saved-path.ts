import { readLink, saveLink } from './saved-links'
import { ownPath } from '@/features/login-gate/return-to'

/** The longest that a sign-in may take at the provider. */
const SECONDS = 600

/**
 * Stores the target page while the login provider's page is open. If signing in fails, the next try leads there too, and a sign-in by another
 * way or in another tab offers it. A link that a page has saved to another site is kept.
 */
export function savePath(path: string | undefined): void {
  if (path === undefined || readLink('redirect_link')?.startsWith('/') === false) return
  saveLink('redirect_link', path, SECONDS)
}

export function loadPath(): string | undefined {
  return ownPath(readLink('redirect_link'))
}
