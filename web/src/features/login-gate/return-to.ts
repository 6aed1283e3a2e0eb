import { isLoginPath } from './login-paths'

/** Longer paths are ignored. */
const LONGEST = 512

/**
 * Returns a path of this site from a link, unless it is a page for signing in; any other target is ignored. The URL as the browser parses it is
 * checked, not the text: `/..//evil.example` is `//evil.example`. The server does the same (`own_path.rs`).
 */
export function ownPath(text: string | undefined): string | undefined {
  if (text === undefined || new TextEncoder().encode(text).length > LONGEST) return undefined
  if (!text.startsWith('/') || text.includes('\\') || /\p{Cc}/u.test(text) || !URL.canParse(text, location.origin)) return undefined
  const url = new URL(text, location.origin)
  // No page of this site has an empty segment, nor a slash at the edge of one.
  if (url.origin !== location.origin || /\/\/|\/%2f|%2f\/|%2f%2f|\.%2f|%5c/i.test(url.pathname)) return undefined
  const path = url.pathname + url.search + url.hash
  return isLoginPath(path) ? undefined : path
}

/**
 * Returns the address at which to start a sign-in that the provider handles at `url`. Usually it is `url` itself. If the provider returns to
 * another address of the shop (localhost, not 127.0.0.1), it is the same page there, because the cookie for the sign-in would stay behind here.
 */
export function beginsAt(url: string): string {
  const back = new URL(url, location.href).searchParams.get('redirect_uri')
  const { origin } = new URL(back ?? location.href)
  return origin === location.origin ? url : origin + location.pathname + location.search
}
