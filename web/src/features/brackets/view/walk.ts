import type { Card, Layout } from './layout'

export type Direction = 'left' | 'right' | 'up' | 'down'

const middle = ({ x, y, width, height }: Card) => ({ x: x + width / 2, y: y + height / 2 })

/**
 * Returns the match that an arrow key leads to: along a line of the tree, up and down within the column, and otherwise the nearest one.
 */
export function walk(layout: Layout, from: number, way: Direction): number | undefined {
  const here = layout.card.get(from)
  if (!here) return undefined
  const sideways = way === 'left' || way === 'right'
  const column = layout.cards.filter((card) => card.column === here.column && card.id !== from)
  const joined = neighbours(layout, here).filter((card) => isBeside(here, card) === sideways)
  const ways = sideways ? [joined, layout.cards] : [column, joined, layout.cards]
  for (const cards of ways) {
    const found = nearest(here, cards, way)
    if (found) return found.id
  }
  return undefined
}

const isBeside = (one: Card, other: Card) => one.x + one.width <= other.x || other.x + other.width <= one.x

function neighbours(layout: Layout, { id }: Card): Card[] {
  const ids = layout.edges.flatMap(({ from, to, loser }) => (loser ? [] : from === id ? [to] : to === id ? [from] : []))
  return ids.flatMap((each) => layout.card.get(each) ?? [])
}

/** Returns the nearest card in that direction; of two at the same distance the upper one, or the first of the two sides. */
function nearest(here: Card, cards: readonly Card[], way: Direction): Card | undefined {
  const from = middle(here)
  let best: { card: Card; far: number } | undefined
  for (const card of cards) {
    const to = middle(card)
    const [along, across] = way === 'left' || way === 'right' ? [to.x - from.x, to.y - from.y] : [to.y - from.y, to.x - from.x]
    const ahead = way === 'left' || way === 'up' ? -along : along
    if (card.id === here.id || ahead <= 0) continue
    const far = ahead + Math.abs(across) * 2
    if (!best || far < best.far) best = { card, far }
  }
  return best?.card
}
