import type { ProblemCode } from '@/api/generated'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** A visitor's cart line, kept in this browser until somebody signs in. */
export interface VisitorLine {
  productId: number
  quantity: number
  playerId: string
  server: string
  /** The server's name; absent from older entries. */
  serverName?: string
  playerName: string
  seenPriceSatang: number
  /** The account that the line was to move into, and has not: nobody else is shown it, or given it. */
  whose?: number
  /** Why that account's cart did not take it: a code of the shop. */
  leftOut?: ProblemCode
  /** Data to show the line without asking the server again. */
  shown: {
    name: { th: string; en: string }
    gameName: { th: string; en: string }
    gameSlug: string
    hue: number
    motif: string
    /** Not known of what was kept before this was. */
    glyph?: string
    card?: boolean
    vatExcluded: boolean
    /** The flash sale whose price was seen: what a piece costs without it, and until when it runs. */
    flash?: { usualSatang: number; endsAt: string }
  }
}

/** Whether it is in the cart of a visitor who has not signed in. */
export const isVisitors = (line: VisitorLine) => line.whose === undefined

interface VisitorCart {
  lines: VisitorLine[]
}

export const useVisitorCart = create<VisitorCart>()(persist(() => ({ lines: [] as VisitorLine[] }), { name: 'manao.cart', version: 1 }))
