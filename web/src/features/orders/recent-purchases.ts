import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSession } from '@/api/session'

/** A purchase from this browser, to buy again in two taps: package, player and channel are stored. */
export interface RecentPurchase {
  productId: number
  name: { th: string; en: string }
  gameName: { th: string; en: string }
  gameSlug: string
  hue: number
  motif: string
  /** Absent from older entries. */
  glyph?: string
  card?: boolean
  playerId: string
  server: string
  playerName: string
  /** The goods are for a mobile number, shown by `playerName`. */
  byNumber?: boolean
  priceSatang: number
  /** The payment channel; absent from older entries. */
  channel?: string
}

interface RecentPurchases {
  items: RecentPurchase[]
  /** ID of the buyer. */
  whose?: number | undefined
}

const KEPT = 4

export const useRecentPurchasesStore = create<RecentPurchases>()(
  persist((): RecentPurchases => ({ items: [] }), { name: 'manao.again', version: 1 }),
)

const same = (a: RecentPurchase, b: RecentPurchase) => a.productId === b.productId && a.playerId === b.playerId && a.server === b.server

const NOTHING: readonly RecentPurchase[] = []

/** Returns the purchases of `me` here. A visitor sees the last ones: nothing older of another user is kept. */
const purchasesOf = ({ items, whose }: RecentPurchases, me: number | undefined) =>
  me === undefined || whose === undefined || whose === me ? items : NOTHING

export function useRecentPurchases(): readonly RecentPurchase[] {
  const me = useSession((session) => session.me?.id)
  return useRecentPurchasesStore((recent) => purchasesOf(recent, me))
}

export function rememberPurchases(bought: RecentPurchase[]): void {
  const whose = useSession.getState().me?.id
  const before = purchasesOf(useRecentPurchasesStore.getState(), whose)
  useRecentPurchasesStore.setState({
    items: [...bought, ...before.filter((known) => !bought.some((item) => same(item, known)))].slice(0, KEPT),
    whose,
  })
}

/** Deletes the purchases on sign-out: they must not be visible to the next user. */
export function forgetPurchases(): void {
  useRecentPurchasesStore.setState({ items: [], whose: undefined })
}
