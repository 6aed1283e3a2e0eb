import type { Order } from '@/api/generated'
import { OWN_NUMBER } from '@/features/numbers/number'
import { rememberPurchases } from './recent-purchases'

/**
 * Stores an order to buy it again. Apart from `recent-purchases.ts`, which every first page loads. Of mobile numbers only the account's own one
 * can be named again (`own`); any other is chosen on the game's page.
 */
export function rememberOrder(order: Order, own: boolean): void {
  rememberPurchases(
    order.lines.map((line) => ({
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
      channel: order.channel,
    })),
  )
}
