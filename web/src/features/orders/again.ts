import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** What was bought from this browser, to buy again in two taps: package, player and channel are remembered. */
export interface Again {
  productId: number
  name: { th: string; en: string }
  gameName: { th: string; en: string }
  gameSlug: string
  hue: number
  motif: string
  playerId: string
  server: string
  playerName: string
  priceSatang: number
  /** How it was paid; not known of what was bought before this was kept. */
  channel?: string
}

const KEPT = 4

export const useAgain = create<{ items: Again[] }>()(persist(() => ({ items: [] as Again[] }), { name: 'manao.again', version: 1 }))

const same = (a: Again, b: Again) => a.productId === b.productId && a.playerId === b.playerId && a.server === b.server

export function rememberBought(bought: Again[]): void {
  const { items } = useAgain.getState()
  useAgain.setState({ items: [...bought, ...items.filter((known) => !bought.some((item) => same(item, known)))].slice(0, KEPT) })
}

/** At signing out: what somebody bought is nobody else's to see. */
export function forgetBought(): void {
  useAgain.setState({ items: [] })
}
