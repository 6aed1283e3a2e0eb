import type { BracketMatch, BracketPart } from '@/api/generated'
import { playedMatches, type Round, roundsOf } from '../rounds'

// Sizes in px, before zooming.
const HEIGHT = 55
/**
 * Widths of a card and of the gap to the next round; narrower if a screen is to hold all rounds of both halves. In the first round a name shares
 * its line with the seed.
 */
const WIDE = { width: 184, first: 184, gap: 32 }
const BOTH: Readonly<Record<number, typeof WIDE>> = { 1: { width: 224, first: 224, gap: 36 }, 2: { width: 178, first: 178, gap: 28 } }
const NARROW = { width: 134, first: 150, gap: 13 }
/** Distance from one card to the next below: there is room for a line of text between them. */
const PITCH = 77
/** Room for the titles of a tree's columns. */
export const TITLE = 52
const BIG = { width: 280, height: 186 }
/** Gap between the two semi-finals in the middle. */
const APART = 12

/** Direction of the rounds: all to the right, or from both edges to the middle, which fits a screen up to 64. */
export type Shape = 'right' | 'both'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Card extends Box {
  id: number
  round: Round
  /** Cards of a column are placed below each other */
  column: string
  /** The final in the middle, larger than the others */
  big?: boolean
  /** The card has little room for names */
  narrow?: boolean
  /** The card is in a column of another round, so it carries its own title */
  titled?: boolean
}

/** A line from a match to the next one of its winner or its loser. */
export interface Edge extends Box {
  from: number
  to: number
  loser: boolean
  path: string
}

/** The title over a column. */
interface Title {
  key: string
  round: Round
  x: number
  width: number
}

/** A tree with its titles: the only one, or winners above losers. */
interface Section {
  top: number
  bottom: number
  titles: Title[]
}

export interface Layout {
  width: number
  height: number
  /** In the order of the rounds */
  cards: Card[]
  card: ReadonlyMap<number, Card>
  edges: Edge[]
  sections: Section[]
}

/** Computes the position of each match. It depends on the draw only; results move nothing. */
export function layoutOf(matches: readonly BracketMatch[], shape: Shape): Layout {
  const rounds = roundsOf(matches)
  const parts = new Map<BracketPart, Round[]>()
  for (const round of rounds) parts.set(round.part, [...(parts.get(round.part) ?? []), round])
  const main = parts.get('main') ?? []
  if (parts.has('losers') || parts.has('final')) return withEdges(matches, doubleTree(matches, parts))
  // If several advance from the last round, no final is in the middle.
  const both = shape === 'both' && main.length >= 3 && main.at(-1)?.drawn === 1
  return withEdges(matches, both ? fromBothEdges(matches, main, parts.get('third')) : toTheRight(matches, main, parts.get('third')))
}

const STEP = WIDE.width + WIDE.gap

type Placed = Omit<Layout, 'edges' | 'card'>

const box = (x: number, y: number, width = WIDE.width) => ({ x, y, width, height: HEIGHT })

/** Heights of a tree's cards: a match is centred between the ones that lead to it, and first matches take the next place. */
class Tree {
  readonly middle = new Map<number, number>()
  #next: number
  readonly #byId: ReadonlyMap<number, BracketMatch>
  readonly #inTree: ReadonlySet<number>

  constructor(matches: readonly BracketMatch[], rounds: readonly Round[], top: number) {
    this.#byId = new Map(matches.map((match) => [match.id, match]))
    this.#inTree = new Set(rounds.flatMap((round) => round.matches.map(({ id }) => id)))
    this.#next = top + PITCH / 2
  }

  /** The lowest edge so far. */
  get bottom(): number {
    return this.#next - PITCH / 2
  }

  place(id: number): number {
    const before = this.middle.get(id)
    if (before !== undefined) return before
    const feeders = this.feeders(id).map((feeder) => this.place(feeder))
    const [first, last] = [feeders[0], feeders.at(-1)]
    const own = first !== undefined && last !== undefined ? (first + last) / 2 : this.#own()
    this.middle.set(id, own)
    return own
  }

  /** Returns the drawn matches of this tree whose winners come here; a bye is skipped in favour of the match before it. */
  feeders(id: number): number[] {
    const match = this.#byId.get(id)
    if (!match) return []
    return [match.home, match.away].flatMap(({ winnerOf }) => {
      if (!winnerOf) return []
      return this.#inTree.has(winnerOf) ? [winnerOf] : this.feeders(winnerOf)
    })
  }

  #own(): number {
    const own = this.#next
    this.#next += PITCH
    return own
  }
}

function toTheRight(matches: readonly BracketMatch[], main: readonly Round[], third: readonly Round[] | undefined): Placed {
  const tree = new Tree(matches, main, TITLE)
  const cards = column(main, tree, (index) => index * STEP)
  const last = cards.at(-1)
  const titles = titlesOver(cards)
  let bottom = tree.bottom
  for (const round of third ?? []) {
    for (const { id } of round.matches) {
      const y = (last?.y ?? TITLE) + PITCH * 1.4
      cards.push({ id, round, column: last?.column ?? '', titled: true, ...box(last?.x ?? 0, y) })
      bottom = Math.max(bottom, y + PITCH)
    }
  }
  return { cards, sections: [{ top: 0, bottom, titles }], ...sizeOf(cards, bottom) }
}

/** Places the cards of these rounds at their tree's heights. The last round is placed first, so that all are in order from top to bottom. */
function column(rounds: readonly Round[], tree: Tree, x: (index: number) => number): Card[] {
  for (const round of rounds.toReversed()) for (const { id } of round.matches) tree.place(id)
  return rounds.flatMap((round, index) =>
    round.matches.map(({ id }) => ({ id, round, column: round.key, ...box(x(index), tree.place(id) - HEIGHT / 2) })),
  )
}

function titlesOver(cards: readonly Card[]): Title[] {
  const titles = new Map<string, Title>()
  for (const { column: key, round, x, width } of cards) if (!titles.has(key)) titles.set(key, { key, round, x, width })
  return [...titles.values()]
}

function sizeOf(cards: readonly Card[], bottom: number) {
  return { width: Math.max(0, ...cards.map(({ x, width }) => x + width)), height: bottom }
}

/** Lets both halves meet in the middle, with the final above the semi-finals and the third place below them. */
function fromBothEdges(matches: readonly BracketMatch[], main: readonly Round[], third: readonly Round[] | undefined): Placed {
  const [outer, semis, final] = [main.slice(0, -2), main.at(-2), main.at(-1)]
  if (!semis || !final) return toTheRight(matches, main, third)
  const middle = new Tree(matches, main, 0)
  const halves = semis.matches.map(({ id }) => sideOf(middle, id))
  const { width: wide, first, gap } = BOTH[outer.length] ?? NARROW
  const widthOf = (index: number) => (index === 0 ? first : wide)
  /** Distance from the edge to a column */
  const before = (index: number) => (index === 0 ? 0 : first - wide + index * (wide + gap))
  const half = before(outer.length)
  const inner = wide * 2 + APART
  const width = half * 2 + inner
  const heights = halves.map((each) => leaves(matches, main, each))
  // The semi-finals are centred on the matches at their sides, if the final has room above them.
  const centre = Math.max(TITLE + BIG.height + 44 + HEIGHT / 2, TITLE + Math.max(...heights) / 2)
  const cards: Card[] = []
  for (const [side, semi] of semis.matches.entries()) {
    const right = semis.matches.length > 1 ? side === 1 : false
    const tree = new Tree(matches, main, centre - (heights[side] ?? 0) / 2)
    tree.place(semi.id)
    const own = new Set(halves[side])
    for (const [index, round] of outer.entries()) {
      const of = { ...round, matches: round.matches.filter(({ id }) => own.has(id)) }
      for (const { id } of of.matches) {
        const x = right ? width - widthOf(index) - before(index) : before(index)
        cards.push({
          id,
          round,
          column: `${round.key}${right ? 'r' : 'l'}`,
          narrow: wide === NARROW.width,
          ...box(x, tree.place(id) - HEIGHT / 2, widthOf(index)),
        })
      }
    }
    const x = half + (right ? wide + APART : 0)
    cards.push({
      id: semi.id,
      round: semis,
      column: `${semis.key}${right ? 'r' : 'l'}`,
      narrow: wide === NARROW.width,
      ...box(x, centre - HEIGHT / 2, wide),
    })
  }
  const x = half + (inner - BIG.width) / 2
  for (const { id } of final.matches) {
    cards.push({ id, round: final, column: final.key, big: true, titled: true, x, y: centre - HEIGHT / 2 - 44 - BIG.height, ...BIG })
  }
  let bottom = centre + Math.max(PITCH, ...heights) / 2
  for (const round of third ?? []) {
    for (const { id } of round.matches) {
      const y = centre + HEIGHT / 2 + 64
      cards.push({ id, round, column: final.key, titled: true, ...box(half + (inner - BIG.width) / 2, y, BIG.width) })
      bottom = Math.max(bottom, y + PITCH)
    }
  }
  const titles = titlesOver(cards.filter(({ titled }) => !titled))
  const order = new Map(main.flatMap((round) => round.matches).map(({ id }, index) => [id, index]))
  cards.sort((one, other) => (order.get(one.id) ?? Infinity) - (order.get(other.id) ?? Infinity))
  return { cards, width, height: bottom, sections: [{ top: 0, bottom, titles }] }
}

/** Returns all matches that lead to a match, itself included. */
function sideOf(tree: Tree, id: number): number[] {
  return [id, ...tree.feeders(id).flatMap((feeder) => sideOf(tree, feeder))]
}

function leaves(matches: readonly BracketMatch[], main: readonly Round[], half: readonly number[]): number {
  const tree = new Tree(matches, main, 0)
  for (const id of half) tree.place(id)
  return tree.bottom
}

/** Winners above losers; a losers' round is placed below the winners' round whose losers enter it. */
function doubleTree(matches: readonly BracketMatch[], parts: ReadonlyMap<BracketPart, Round[]>): Placed {
  const [main, losers, finals] = [parts.get('main') ?? [], parts.get('losers') ?? [], parts.get('final') ?? []]
  const columnOf = (part: BracketPart, round: number) => (part === 'losers' ? round - 1 : round === 1 ? 0 : round * 2 - 3)
  const top = new Tree(matches, main, TITLE)
  const upper = column(main, top, (index) => columnOf('main', main[index]?.round ?? 1) * STEP)
  const middle = top.bottom + (losers.length > 0 ? TITLE : 0)
  const low = new Tree(matches, losers, middle + TITLE)
  const lower = column(losers, low, (index) => columnOf('losers', losers[index]?.round ?? 1) * STEP)
  const bottom = losers.length > 0 ? low.bottom : top.bottom
  const right = Math.max(0, ...[...upper, ...lower].map(({ x }) => x)) + STEP
  const [upperEnd, lowerEnd] = [upper.at(-1)?.y ?? TITLE, lower.at(-1)?.y ?? upper.at(-1)?.y ?? TITLE]
  const last: Card[] = finals.flatMap((round, index) =>
    round.matches.map(({ id }) => ({ id, round, column: round.key, ...box(right + index * STEP, (upperEnd + lowerEnd) / 2) })),
  )
  const ends = titlesOver(last)
  const sections = [{ top: 0, bottom: losers.length > 0 ? middle : bottom, titles: [...titlesOver(upper), ...ends] }]
  if (losers.length > 0) sections.push({ top: middle, bottom, titles: [...titlesOver(lower), ...ends] })
  const cards = [...upper, ...lower, ...last]
  return { cards, sections, ...sizeOf(cards, bottom) }
}

function withEdges(matches: readonly BracketMatch[], placed: Placed): Layout {
  const card = new Map(placed.cards.map((each) => [each.id, each]))
  const byId = new Map(matches.map((match) => [match.id, match]))
  const played = playedMatches(matches)
  const through = (id: number): number[] => {
    if (played.has(id)) return [id]
    const match = byId.get(id)
    return match ? [match.home, match.away].flatMap(({ winnerOf }) => (winnerOf ? through(winnerOf) : [])) : []
  }
  const edges: Edge[] = []
  for (const to of placed.cards) {
    const match = byId.get(to.id)
    for (const slot of match ? [match.home, match.away] : []) {
      const sources = slot.winnerOf ? through(slot.winnerOf) : slot.loserOf && played.has(slot.loserOf) ? [slot.loserOf] : []
      for (const source of sources) {
        const from = card.get(source)
        if (from) edges.push(edge(from, to, !slot.winnerOf))
      }
    }
  }
  return { ...placed, card, edges }
}

/** Draws right angles: sideways if there is a gap between the two, else up or down. */
function edge(from: Card, to: Card, loser: boolean): Edge {
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2]
  const right = to.x >= from.x + from.width
  const left = to.x + to.width <= from.x
  const ends = { from: from.id, to: to.id, loser }
  if (right || left) {
    const [start, end] = right ? [from.x + from.width, to.x] : [from.x, to.x + to.width]
    // Half of the gap before the next round, whatever is between.
    const half = Math.min(Math.abs(end - start), WIDE.gap) / 2
    const turn = right ? end - half : end + half
    return { ...ends, ...around(start, fromY, end, toY), path: `M${start} ${fromY}H${turn}V${toY}H${end}` }
  }
  const up = to.y < from.y
  // Into the wider card, or straight down for a loser.
  const x = clamp(from.x + from.width / 2, to.x + 24, to.x + to.width - 24)
  const [start, end] = up ? [from.y, to.y + to.height] : [from.y + from.height, to.y]
  return { ...ends, ...around(x, start, x, end), path: `M${x} ${start}V${end}` }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

function around(x1: number, y1: number, x2: number, y2: number): Box {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}

/** Returns the part of a layout that lies within a part of the plane. */
export function within<T extends Box>(items: readonly T[], { x, y, width, height }: Box): T[] {
  return items.filter((item) => item.x + item.width >= x && item.x <= x + width && item.y + item.height >= y && item.y <= y + height)
}
