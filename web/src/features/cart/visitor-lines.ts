import type { LeftOut } from '@/api/generated'
import { useVisitorCart, type VisitorLine } from './visitor'

/** What a cart holds as the server is set up by default; what it says itself of an account's cart goes before. */
export const VISITOR_LIMITS = { maxItems: 20, maxOfOne: 10, maxTotalSatang: 5_000_000 }

/** The same product for the same player is one line. */
export const lineKey = (line: Pick<VisitorLine, 'productId' | 'playerId' | 'server'>) => `${line.productId}|${line.playerId}|${line.server}`

export function addVisitorLine(line: VisitorLine): 'added' | 'cart_items_limit' | 'cart_product_limit' {
  const { lines } = useVisitorCart.getState()
  const at = lines.findIndex((known) => lineKey(known) === lineKey(line))
  const pieces = lines.filter((known) => known.productId === line.productId).reduce((sum, known) => sum + known.quantity, 0)
  if (pieces + line.quantity > VISITOR_LIMITS.maxOfOne) return 'cart_product_limit'
  if (at < 0 && lines.length >= VISITOR_LIMITS.maxItems) return 'cart_items_limit'
  const known = lines[at]
  useVisitorCart.setState({ lines: known ? lines.with(at, { ...line, quantity: known.quantity + line.quantity }) : [...lines, line] })
  return 'added'
}

export function setVisitorQuantity(key: string, quantity: number): void {
  const { lines } = useVisitorCart.getState()
  useVisitorCart.setState({ lines: lines.map((line) => (lineKey(line) === key ? { ...line, quantity } : line)) })
}

export function removeVisitorLine(key: string): void {
  useVisitorCart.setState({ lines: useVisitorCart.getState().lines.filter((line) => lineKey(line) !== key) })
}

/** The lines that an account's cart was given go, but for what it left out; what was put in or changed meanwhile stays as it is. */
export function handOver(given: readonly VisitorLine[], leftOut: readonly LeftOut[]): void {
  const { lines } = useVisitorCart.getState()
  useVisitorCart.setState({
    lines: lines.flatMap((line) => {
      const key = lineKey(line)
      if (!given.some((sent) => lineKey(sent) === key && sent.quantity === line.quantity)) return [line]
      const out = leftOut.find(
        ({ productId, playerId, server }) => lineKey({ productId, playerId: playerId ?? '', server: server ?? '' }) === key,
      )
      return out ? [{ ...line, quantity: out.quantity, leftOut: out.code }] : []
    }),
  })
}

/** What an account's cart did not take is not wanted any more. */
export function forgetLeftOut(): void {
  useVisitorCart.setState({ lines: useVisitorCart.getState().lines.filter((line) => line.leftOut === undefined) })
}
