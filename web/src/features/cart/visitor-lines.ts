import type { CartLeftOut, ProblemCode } from '@/api/generated'
import { isVisitors, useVisitorCart, type VisitorLine } from './visitor'

/** Limits of a cart as the server is set up by default; an account's cart brings its own. */
export const VISITOR_LIMITS = { maxItems: 20, maxOfOne: 10, maxTotalSatang: 5_000_000 }

/** The same product for the same player is one line. */
export const lineKey = (line: Pick<VisitorLine, 'productId' | 'playerId' | 'server'>) => `${line.productId}|${line.playerId}|${line.server}`

export function addVisitorLine(line: VisitorLine): 'added' | Extract<ProblemCode, 'cart_items_limit' | 'cart_product_limit'> {
  const { lines } = useVisitorCart.getState()
  const own = lines.filter(isVisitors)
  const known = own.find((other) => lineKey(other) === lineKey(line))
  const pieces = own.filter((other) => other.productId === line.productId).reduce((sum, other) => sum + other.quantity, 0)
  if (pieces + line.quantity > VISITOR_LIMITS.maxOfOne) return 'cart_product_limit'
  if (!known && own.length >= VISITOR_LIMITS.maxItems) return 'cart_items_limit'
  const joined = known && { ...line, quantity: known.quantity + line.quantity }
  useVisitorCart.setState({ lines: joined ? lines.map((other) => (other === known ? joined : other)) : [...lines, line] })
  return 'added'
}

const isVisitorsLine = (key: string) => (line: VisitorLine) => isVisitors(line) && lineKey(line) === key

export function setVisitorQuantity(key: string, quantity: number): void {
  const { lines } = useVisitorCart.getState()
  const meant = isVisitorsLine(key)
  useVisitorCart.setState({ lines: lines.map((line) => (meant(line) ? { ...line, quantity } : line)) })
}

export function removeVisitorLine(key: string): void {
  const meant = isVisitorsLine(key)
  useVisitorCart.setState({ lines: useVisitorCart.getState().lines.filter((line) => !meant(line)) })
}

/**
 * Assigns the visitor's lines to a user, to move them into their account. `given` lines are replaced, with pieces added since on top: of two
 * quantities of one line the account's cart keeps the larger.
 */
export function claimLines(whose: number, given: readonly VisitorLine[]): void {
  const { lines } = useVisitorCart.getState()
  const before = [...given, ...lines.filter((line) => line.whose === whose)]
  const claimed = lines.filter(isVisitors).map((line) => {
    const quantity = before.findLast((known) => lineKey(known) === lineKey(line))?.quantity ?? 0
    return { ...line, whose, quantity: line.quantity + quantity }
  })
  if (claimed.length === 0) return
  const keys = new Set(claimed.map(lineKey))
  const others = lines.filter((line) => !isVisitors(line) && !(line.whose === whose && keys.has(lineKey(line))))
  useVisitorCart.setState({ lines: [...others, ...claimed] })
}

/** Drops the lines that were given to an account's cart, except those it left out. */
export function handOver(whose: number, given: readonly VisitorLine[], leftOut: readonly CartLeftOut[]): void {
  const { lines } = useVisitorCart.getState()
  useVisitorCart.setState({
    lines: lines.flatMap((line) => {
      const key = lineKey(line)
      if (line.whose !== whose || !given.some((sent) => lineKey(sent) === key)) return [line]
      const out = leftOut.find(
        ({ productId, playerId, server }) => lineKey({ productId, playerId: playerId ?? '', server: server ?? '' }) === key,
      )
      return out ? [{ ...line, quantity: out.quantity, leftOut: out.code }] : []
    }),
  })
}

/** Whether a line still waits to move into this user's cart, because the shop could not be reached. */
export const isPendingFor = (whose: number) => (line: VisitorLine) => line.whose === whose && line.leftOut === undefined

/** Drops the lines that this user's cart did not take. */
export function forgetLeftOut(whose: number): void {
  const { lines } = useVisitorCart.getState()
  useVisitorCart.setState({ lines: lines.filter((line) => line.whose !== whose || line.leftOut === undefined) })
}
