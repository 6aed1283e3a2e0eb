import { isWayIn } from './way-in'

/** A path of this site, as a link brought it along, unless it is a way in; nothing else is gone back to. */
export function ownPath(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || isWayIn(path)) return undefined
  // Control characters are dropped by browsers, which would make another address of it.
  return /\p{Cc}/u.test(path) ? undefined : path
}
