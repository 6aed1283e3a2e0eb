import { isWayIn } from './way-in'

/** A path of this site, as a link brought it along, unless it is a way in; nothing else is gone back to. */
export function ownPath(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || isWayIn(path)) return undefined
  // Control characters are dropped by browsers, which would make another address of it.
  return /\p{Cc}/u.test(path) ? undefined : path
}

/**
 * Where a sign-in begins that the provider takes at `url`: there; or, if it sends people back to the shop under another address than the one in
 * use (localhost, not 127.0.0.1), on the same page there, because the cookie that the sign-in needs would stay behind here.
 */
export function beginsAt(url: string): string {
  const back = new URL(url, location.href).searchParams.get('redirect_uri')
  const { origin } = new URL(back ?? location.href)
  return origin === location.origin ? url : origin + location.pathname + location.search
}
