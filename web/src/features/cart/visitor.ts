import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** A visitor's cart line, kept in this browser until somebody signs in. */
export interface VisitorLine {
  productId: number
  quantity: number
  playerId: string
  server: string
  playerName: string
  seenPriceSatang: number
  /** Why the account's cart did not take it, when it was to: a code of the shop. */
  leftOut?: string
  /** What is shown without asking the server again. */
  shown: {
    name: { th: string; en: string }
    gameName: { th: string; en: string }
    gameSlug: string
    hue: number
    motif: string
    vatExcluded: boolean
  }
}

interface VisitorCart {
  lines: VisitorLine[]
}

export const useVisitorCart = create<VisitorCart>()(persist(() => ({ lines: [] as VisitorLine[] }), { name: 'manao.cart', version: 1 }))
