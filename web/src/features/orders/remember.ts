import type { Order, OrderLine } from '@/api/generated'
import { OWN_NUMBER } from '@/features/numbers/number'
import { type RecentPurchase, rememberPurchases, useRecentPurchasesStore } from './recent-purchases'

/**
 * Stores an order to buy it again. Apart from `recent-purchases.ts`, which every first page loads. Of mobile numbers only the account's own one
 * can be named again (`own`); any other is chosen on the game's page.
 */
export function rememberOrder(order: Order, own: boolean): void {
  rememberPurchases(order.lines.map((line) => purchaseOf(line, order, own)))
}

/** Stores the goods and the recipient to which the buyer corrected a line, in place of the old ones. `own`: the account's own number receives them. */
export function rememberCorrection(before: OrderLine, order: Order, own: boolean): void {
  const after = order.lines.find(({ id }) => id === before.id)
  if (!after) return
  const old = purchaseOf(before, order, false)
  const next = purchaseOf(after, order, own)
  useRecentPurchasesStore.setState(({ items }) => ({ items: items.map((item) => (isFor(item, old) ? next : item)) }))
}

/** Whether a stored purchase has these goods and this recipient. The account's own number is stored by a word, and told by its mask. */
const isFor = (item: RecentPurchase, { productId, server, byNumber, playerId, playerName }: RecentPurchase) =>
  item.productId === productId && item.server === server && (byNumber ? item.playerName === playerName : item.playerId === playerId)

function purchaseOf(line: OrderLine, { channel }: Order, own: boolean): RecentPurchase {
  return {
    productId: line.productId,
    name: line.name,
    gameName: line.gameName,
    gameSlug: line.gameSlug,
    hue: line.hue,
    motif: line.motif,
    glyph: line.glyph,
    card: line.kind === 'voucher',
    playerId: line.target === 'number' ? (own ? OWN_NUMBER : '') : (line.playerId ?? ''),
    ...(line.target === 'number' && { byNumber: true }),
    server: line.server ?? '',
    playerName: line.playerName ?? '',
    priceSatang: line.unitPriceSatang,
    channel,
  }
}
