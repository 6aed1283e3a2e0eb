import { isLoginPath } from './login-paths'

/** Longer ones lead nowhere. */
const LONGEST = 512

/**
 * A path of this site, as a link brought it along, unless it is a way in; nothing else is gone back to. What a browser makes of the text is
 * judged, not how it begins: `/..//evil.example` is `//evil.example`. The server does the same (`own_path.rs`).
 */
export function ownPath(text: string | undefined): string | undefined {
  if (text === undefined || new TextEncoder().encode(text).length > LONGEST) return undefined
  if (!text.startsWith('/') || text.includes('\\') || /\p{Cc}/u.test(text) || !URL.canParse(text, location.origin)) return undefined
  const url = new URL(text, location.origin)
  // No page of ours has an empty segment, nor a slash at the edge of one.
  if (url.origin !== location.origin || /\/\/|\/%2f|%2f\/|%2f%2f|\.%2f|%5c/i.test(url.pathname)) return undefined
  const path = url.pathname + url.search + url.hash
  return isLoginPath(path) ? undefined : path
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
