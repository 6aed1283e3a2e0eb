import type { Order } from '@/api/generated'
import { rememberBought } from './again'

/** What was ordered is there to buy again. Apart from `again.ts`, which every first page loads. */
export function rememberOrder(order: Order): void {
  rememberBought(
    order.lines.map((line) => ({
      productId: line.productId,
      name: line.name,
      gameName: line.gameName,
      gameSlug: line.gameSlug,
      hue: line.hue,
      motif: line.motif,
      playerId: line.playerId ?? '',
      server: line.server ?? '',
      playerName: line.playerName ?? '',
      priceSatang: line.unitPriceSatang,
      channel: order.channel,
    })),
  )
}
