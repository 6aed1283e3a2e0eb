import { create } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { showCart } from './cart'
import { useVisitorCart } from './visitor'
import { handOver } from './visitor-lines'

/**
 * After signing in: what a visitor put into the cart of this browser moves into the account's. What the account's does not take stays in the
 * browser with the reason; answers how many lines that are.
 */
export async function mergeVisitorCart(): Promise<number> {
  let lines = useVisitorCart.getState().lines
  while (lines.length > 0) {
    const items = lines.map(({ productId, quantity, playerId, server, seenPriceSatang }) => ({
      productId,
      quantity,
      seenPriceSatang,
      ...(playerId && { playerId }),
      ...(server && { server }),
    }))
    const { leftOut, ...cart } = await answerOf(create({ body: { items } }))
    showCart(cart)
    handOver(lines, leftOut)
    // Another window may have put something in meanwhile.
    lines = useVisitorCart.getState().lines.filter((line) => line.leftOut === undefined)
  }
  return useVisitorCart.getState().lines.length
}
