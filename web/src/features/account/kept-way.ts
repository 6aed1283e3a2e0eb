import { ownPath } from './return-to'

const WAY = 'manao.returnTo'

/** Keeps where somebody wants to go while the login provider's page is in between: should signing in fail, the next try leads there too. */
export function keepWay(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(WAY)
    else sessionStorage.setItem(WAY, path)
  } catch {
    // Storage may be refused; then the next try leads to the home page.
  }
}

export function keptWay(): string | undefined {
  try {
    return ownPath(sessionStorage.getItem(WAY) ?? undefined)
  } catch {
    return undefined
  }
}
