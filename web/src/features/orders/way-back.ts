/** The checkout that a person left for the line: with product, player, server and channel, so that nothing is typed twice. */
interface StoredWay {
  /** Account id */
  whose: number | undefined
  sale: number
  /** Unix milliseconds of this device */
  at: number
  /** Address within the site, without the language */
  href: string
}

const KEY = 'manao.line'
/** Flash sales last hours; an older checkout is another purchase. */
const LIFE_MS = 24 * 3_600_000

/** Stored beyond the tab: a push opens a new one. */
export function saveWayBack(whose: number | undefined, sale: number, href: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ whose, sale, at: Date.now(), href } satisfies StoredWay))
  } catch {
    // Storage may be refused; then the person chooses again.
  }
}

/** Returns this user's checkout for the sale. */
export function loadWayBack(whose: number | undefined, sale: number): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredWay | null
    if (stored?.whose !== whose || stored?.sale !== sale || Date.now() - stored.at > LIFE_MS) return undefined
    return stored.href.startsWith('/') && !stored.href.startsWith('//') ? stored.href : undefined
  } catch {
    return undefined
  }
}

export function forgetWayBack(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was stored.
  }
}
