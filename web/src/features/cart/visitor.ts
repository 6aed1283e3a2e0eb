import type { ProblemCode } from '@/api/generated'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** A visitor's cart line, kept in this browser until sign-in. */
export interface VisitorLine {
  productId: number
  quantity: number
  playerId: string
  server: string
  /** The server's name; absent from older entries. */
  serverName?: string
  playerName: string
  seenPriceSatang: number
  /** The account into which the line could not be moved yet; other users neither see nor receive it. */
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
    /** Absent from older entries. */
    glyph?: string
    card?: boolean
    vatExcluded: boolean
    /** The company that sells it; absent from older entries. */
    seller?: string
    /** The goods are for a mobile number, of which there is one at a time. */
    byNumber?: boolean
    /** The flash sale whose price was shown: the usual price of a piece, and the end of the sale. */
    flash?: { usualSatang: number; endsAt: string }
  }
}

/** Whether it belongs to the cart of a visitor who has not signed in. */
export const isVisitors = (line: VisitorLine) => line.whose === undefined

interface VisitorCart {
  lines: VisitorLine[]
}

export const useVisitorCart = create<VisitorCart>()(persist(() => ({ lines: [] as VisitorLine[] }), { name: 'manao.cart', version: 1 }))
