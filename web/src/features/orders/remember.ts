import type { Order } from '@/api/generated'
import { rememberPurchases } from './recent-purchases'

/** Stores an order to buy it again. Apart from `recent-purchases.ts`, which every first page loads. */
export function rememberOrder(order: Order): void {
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
      playerId: line.playerId ?? '',
      server: line.server ?? '',
      playerName: line.playerName ?? '',
      priceSatang: line.unitPriceSatang,
      channel: order.channel,
    })),
  )
}
