import { readLink, saveLink } from './saved-links'
import { ownPath } from '@/features/login-gate/return-to'

/** As long as a sign-in may take at the provider. */
const SECONDS = 600

/**
 * Keeps where somebody wants to go while the login provider's page is in between: should signing in fail, the next try leads there too, and
 * whoever comes in by another way or in another tab is offered it. A link that a page has saved to another site is not taken away for it.
 */
export function savePath(path: string | undefined): void {
  if (path === undefined || readLink('redirect_link')?.startsWith('/') === false) return
  saveLink('redirect_link', path, SECONDS)
}

export function loadPath(): string | undefined {
  return ownPath(readLink('redirect_link'))
}
