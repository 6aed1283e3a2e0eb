import { serverNow } from '@/live'
import type { CartItem } from '@/api/generated'
import { vatOn } from './vat'
import type { VisitorLine } from './visitor'
import { lineKey } from './visitor-lines'

/** A cart line as it is shown, of an account or of a visitor. */
export interface CartLine {
  key: string
  productId: number
  name: { th: string; en: string }
  gameName: { th: string; en: string }
  gameSlug: string
  hue: number
  motif: string
  glyph: string | undefined
  /** A gift card or code: its cover looks like a card. */
  card: boolean
  playerId: string
  server: string
  /** The server's name. */
  serverName: string
  playerName: string
  /** The goods are for a mobile number: `playerId` is masked in an account's cart, and there is one piece. */
  byNumber: boolean
  /** Whether the number's owner still has to agree. */
  consentNeeded: boolean
  /** The company that sells it. */
  seller: string | undefined
  /** Only in an account's cart */
  gameId?: number
  quantity: number
  unitPriceSatang: number
  /** The price of a piece without the flash sale. */
  usualPriceSatang: number | undefined
  totalSatang: number
  /** The earlier price at which it was added, if it has changed. */
  oldPriceSatang: number | undefined
  /** `few`: there are some, but not as many as the lines of this product want */
  unavailable: 'sold_out' | 'few' | 'withdrawn' | 'flash_ended' | undefined
  /** Pieces left, where they are counted */
  remaining: number | undefined
}

/** Whether the line can be bought as it is. */
export function isBuyable({ unavailable }: CartLine): boolean {
  return unavailable === undefined || unavailable === 'flash_ended'
}

/** Converts a line of the account's cart: the product's stock must suffice for all its lines. */
export function ofAccount(item: CartItem, items: CartItem[]): CartLine {
  const { product } = item
  const remaining = item.remaining ?? undefined
  const wanted = items.reduce((sum, other) => sum + (other.product.id === product.id ? other.quantity : 0), 0)
  const few = item.unavailable === 'sold_out' && remaining !== undefined && remaining > 0 && remaining < wanted
  return {
    key: String(item.id),
    productId: product.id,
    name: product.name,
    gameName: product.gameName,
    gameSlug: product.gameSlug,
    hue: product.hue,
    motif: product.motif,
    glyph: product.glyph,
    card: product.kind === 'voucher',
    playerId: item.playerId ?? '',
    server: item.server ?? '',
    serverName: item.serverName ?? item.server ?? '',
    playerName: item.playerName ?? '',
    byNumber: item.target === 'number',
    consentNeeded: item.consentNeeded ?? false,
    seller: product.seller ?? undefined,
    gameId: product.gameId,
    quantity: item.quantity,
    unitPriceSatang: item.unitPriceSatang,
    usualPriceSatang: item.flashSale ? item.regularPriceSatang : undefined,
    // Tax on a net price is added once, below the lines.
    totalSatang: item.unitPriceSatang * item.quantity,
    oldPriceSatang: item.priceChanged ? item.seenPriceSatang : undefined,
    unavailable: few ? 'few' : (item.unavailable ?? undefined),
    remaining,
  }
}

export function ofVisitor(line: VisitorLine): CartLine {
  const { vatExcluded: _, glyph, card = false, flash, byNumber = false, seller, ...shown } = line.shown
  return {
    ...shown,
    glyph,
    card,
    key: lineKey(line),
    productId: line.productId,
    playerId: line.playerId,
    server: line.server,
    serverName: line.serverName ?? line.server,
    playerName: line.playerName,
    byNumber,
    // The account that it is moved to decides.
    consentNeeded: false,
    seller,
    quantity: line.quantity,
    unitPriceSatang: line.seenPriceSatang,
    usualPriceSatang: flash && Date.parse(flash.endsAt) > serverNow() ? flash.usualSatang : undefined,
    totalSatang: line.seenPriceSatang * line.quantity,
    oldPriceSatang: undefined,
    unavailable: undefined,
    remaining: undefined,
  }
}

/** The totals of a visitor's cart: VAT is added, half up per line, only where prices exclude it. The server recalculates at sign-in. */
export function visitorTotals(lines: readonly VisitorLine[], vatRate: number) {
  const subtotalSatang = lines.reduce((sum, line) => sum + line.seenPriceSatang * line.quantity, 0)
  const vatSatang = lines.reduce(
    (sum, line) => sum + (line.shown.vatExcluded ? vatOn(line.seenPriceSatang * line.quantity, vatRate) : 0),
    0,
  )
  return { subtotalSatang, discountSatang: 0, vatSatang, totalSatang: subtotalSatang + vatSatang }
}

/** Sorts lines of the same player next to each other. */
export function byTarget(lines: readonly CartLine[]): Array<{ key: string; lines: CartLine[] }> {
  const groups = new Map<string, CartLine[]>()
  for (const line of lines) {
    const key = line.playerId ? `${line.gameSlug}|${line.playerId}|${line.server}` : ''
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups].map(([key, grouped]) => ({ key, lines: grouped }))
}
