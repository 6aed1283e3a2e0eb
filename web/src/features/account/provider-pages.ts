/**
 * The provider's pages lie in the tab's history between our login page and the page that signing in leads to. They are stepped over: the way on
 * begins at our login page again, which gives its place to where it leads, so that Back never shows any of them.
 */
const LEFT_AT = 'manao.leftAt'
const ARRIVING = 'manao.arriving'
/** Longer histories are not counted on by browsers. */
const MOST = 45

/** Goes to the provider's first page. */
export function goToProvider(url: string): void {
  // A history entry of its own, which the provider's page takes. It cuts off the entries ahead, so that the length gives the position.
  history.pushState(history.state, '')
  keep(LEFT_AT, String(history.length))
  location.replace(url)
}

/** Back at the entry of the login page, which then goes on to `to`; false where that entry is not known. */
export function stepOverProvider(to: string): boolean {
  const leftAt = Number(read(LEFT_AT))
  forget(LEFT_AT)
  const steps = history.length - leftAt + 1
  if (!leftAt || steps < 1 || history.length > MOST) return false
  keep(ARRIVING, to)
  history.go(-steps)
  return true
}

/** Returns where the sign-in just done at the provider leads. It stays until the page is reached. */
export const arrivingAt = (): string | undefined => read(ARRIVING) ?? undefined
export const hasArrived = (): void => forget(ARRIVING)

// Storage may be refused; then the provider's pages stay in the history.
function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {}
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
