import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSession } from '@/api/session'

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

interface Bought {
  items: Again[]
  /** Who bought it. */
  whose?: number | undefined
}

const KEPT = 4

export const useAgain = create<Bought>()(persist((): Bought => ({ items: [] }), { name: 'manao.again', version: 1 }))

const same = (a: Again, b: Again) => a.productId === b.productId && a.playerId === b.playerId && a.server === b.server

const NOTHING: readonly Again[] = []

/** What `me` bought here. As long as nobody is signed in it is taken for the one's who bought last: the others left no trace. */
const boughtBy = ({ items, whose }: Bought, me: number | undefined) =>
  me === undefined || whose === undefined || whose === me ? items : NOTHING

export function useBought(): readonly Again[] {
  const me = useSession((session) => session.me?.id)
  return useAgain((again) => boughtBy(again, me))
}

export function rememberBought(bought: Again[]): void {
  const whose = useSession.getState().me?.id
  const before = boughtBy(useAgain.getState(), whose)
  useAgain.setState({
    items: [...bought, ...before.filter((known) => !bought.some((item) => same(item, known)))].slice(0, KEPT),
    whose,
  })
}

/** At signing out: what somebody bought is nobody else's to see. */
export function forgetBought(): void {
  useAgain.setState({ items: [], whose: undefined })
}
