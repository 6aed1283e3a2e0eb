import type { CartItem } from '@/api/generated'
import type { VisitorLine } from '@/features/cart/visitor'

const GAME = { gameSlug: 'game', gameName: { th: 'เกม', en: 'Game' }, name: { th: 'เพชร', en: 'Diamonds' } }
const LOOKS = { hue: 1, motif: 'rings', glyph: 'star', vatExcluded: false }

/** A line of an account's cart: by default three pieces at 35 baht each. */
export function cartItem(changed: Partial<CartItem> = {}): CartItem {
  const id = changed.id ?? 1
  return {
    id,
    priceChanged: false,
    product: { id, gameId: 1, ...GAME, kind: 'topup', ...LOOKS },
    target: 'player',
    quantity: 3,
    seenPriceSatang: 3_500,
    regularPriceSatang: 3_500,
    flashSale: false,
    unitPriceSatang: 3_500,
    totalSatang: 10_500,
    ...changed,
  }
}

/** A line of a visitor's cart. */
export function visitorLine(productId: number, quantity = 1, playerId = 'p'): VisitorLine {
  return { productId, quantity, playerId, server: '', playerName: '', seenPriceSatang: 100, shown: { ...GAME, ...LOOKS } }
}
