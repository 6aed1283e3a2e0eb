import { cartCreate } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { showCart } from './cart'
import { useVisitorCart, type VisitorLine } from './visitor'
import { claimLines, handOver, isPendingFor } from './visitor-lines'

let running: { whose: number; count: Promise<number> } | undefined

/**
 * After signing in: moves the visitor's cart of this browser into the account's. Lines that the account's cart does not take stay in the browser
 * with the reason, for this user only; so do all lines when the shop cannot be reached. Returns the number of lines not taken.
 */
export function mergeVisitorCart(): Promise<number> {
  const whose = useSession.getState().me?.id
  if (whose === undefined) return Promise.resolve(0)
  if (running?.whose !== whose) {
    const count = merge(whose).finally(() => {
      if (running?.whose === whose) running = undefined
    })
    running = { whose, count }
  }
  return running.count
}

async function merge(whose: number): Promise<number> {
  const given: VisitorLine[] = []
  const own = () => {
    // Another window may have added something in the meantime.
    claimLines(whose, given)
    return useVisitorCart.getState().lines.filter((line) => line.whose === whose)
  }
  let lines = own()
  while (lines.length > 0) {
    const items = lines.map(({ productId, quantity, playerId, server, seenPriceSatang }) => ({
      productId,
      quantity,
      seenPriceSatang,
      ...(playerId && { playerId }),
      ...(server && { server }),
    }))
    const { leftOut, ...cart } = await answerOf(cartCreate({ body: { items } }))
    showCart(cart)
    handOver(whose, lines, leftOut)
    given.push(...lines)
    lines = own().filter(isPendingFor(whose))
  }
  return own().length
}
