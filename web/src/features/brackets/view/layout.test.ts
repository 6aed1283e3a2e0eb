import { expect, it } from 'vitest'
import { doubleBracket, singleBracket } from '@/testing/draws'
import { type Card, type Layout, layoutOf, type Shape, within } from './layout'
import { playedMatches, sameTree } from '../rounds'

const overlap = (one: Card, other: Card) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

function holds({ cards, width, height, edges, card }: Layout) {
  for (const [index, one] of cards.entries()) {
    expect(one.x).toBeGreaterThanOrEqual(0)
    expect(one.y).toBeGreaterThanOrEqual(0)
    expect(one.x + one.width).toBeLessThanOrEqual(width)
    expect(one.y + one.height).toBeLessThanOrEqual(height)
    expect(
      cards.slice(index + 1).filter((other) => overlap(one, other)),
      `on match ${one.id}`,
    ).toEqual([])
  }
  for (const { from, to } of edges) expect(card.has(from) && card.has(to)).toBe(true)
}

it('draws each match that is played once, and none on another', () => {
  for (const shape of ['right', 'both'] satisfies Shape[]) {
    for (const entrants of [2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 31, 32, 33, 64, 100]) {
      for (const third of [false, true]) {
        const { matches } = singleBracket(entrants, third)
        const layout = layoutOf(matches, shape)
        const played = playedMatches(matches)
        expect(new Set(layout.cards.map(({ id }) => id)), `${entrants} ${shape}`).toEqual(played)
        holds(layout)
      }
    }
  }
})

it('byes draw nothing and take no room', () => {
  const { matches } = singleBracket(9)
  const layout = layoutOf(matches, 'right')
  // One pair of sixteen lines is played; eight go on to the next round, one after that pair.
  expect(layout.cards.filter(({ round }) => round.round === 1)).toHaveLength(1)
  expect(layout.sections[0]?.titles.map(({ round }) => round.matches.length)).toEqual([1, 4, 2, 1])
  expect(layout.height).toBe(layoutOf(singleBracket(8).matches, 'right').height)
})

it('a match stands in the middle of the two that lead to it', () => {
  const { matches } = singleBracket(16)
  const { card } = layoutOf(matches, 'right')
  const y = (id: number) => card.get(id)?.y ?? Number.NaN
  for (const { id, home, away } of matches)
    if (home.winnerOf && away.winnerOf) expect(y(id)).toBe((y(home.winnerOf) + y(away.winnerOf)) / 2)
})

it('from both edges the halves mirror each other, and a screen of 1,200 px holds 32', () => {
  const { matches } = singleBracket(32, true)
  const { cards, width, card } = layoutOf(matches, 'both')
  expect(width).toBeLessThanOrEqual(1200)
  const first = cards.filter(({ round }) => round.part === 'main' && round.round === 1)
  const [left, right] = [first.filter(({ x }) => x < width / 2), first.filter(({ x }) => x >= width / 2)]
  expect([left.length, right.length]).toEqual([8, 8])
  for (const [index, each] of left.entries()) {
    expect(each.y).toBe(right[index]?.y)
    expect(each.x + each.width).toBe(width - (right[index]?.x ?? 0))
  }
  const final = cards.find(({ big }) => big)
  expect(final && final.x + final.width / 2).toBeCloseTo(width / 2)
  const third = cards.find(({ round }) => round.part === 'third')
  expect((third?.y ?? 0) > (card.get(30)?.y ?? 0)).toBe(true)
})

it('double elimination has two trees, and a loser falls straight down', () => {
  for (const entrants of [2, 3, 4, 5, 8, 11, 16, 32]) {
    const { matches } = doubleBracket(entrants)
    const layout = layoutOf(matches, 'both')
    expect(new Set(layout.cards.map(({ id }) => id)), `${entrants}`).toEqual(playedMatches(matches))
    holds(layout)
    const upper = layout.cards.filter(({ round }) => round.part === 'main')
    const lower = layout.cards.filter(({ round }) => round.part === 'losers')
    expect(Math.max(...upper.map(({ y }) => y))).toBeLessThan(Math.min(Infinity, ...lower.map(({ y }) => y)))
    // From the second round on: beside it stands the round of the losers that takes its losers in.
    for (const { from, to, loser } of layout.edges) {
      const [of, into] = [layout.card.get(from), layout.card.get(to)]
      if (loser && of?.round.part === 'main' && of.round.round > 1 && into?.round.part === 'losers') expect(into.x).toBe(of.x)
    }
    const final = layout.cards.filter(({ round }) => round.part === 'final')
    expect(final).toHaveLength(2)
    expect(Math.min(...final.map(({ x }) => x))).toBeGreaterThan(Math.max(...upper.map(({ x }) => x)))
  }
})

it('results move nothing', () => {
  const bracket = singleBracket(8)
  const played = bracket.matches.map((match) => ({ ...match, state: 'decided' as const, outcome: 'double_forfeit' as const }))
  const voided = bracket.matches.map((match) => (match.round > 1 ? { ...match, state: 'void' as const } : match))
  const places = (matches: typeof bracket.matches) => layoutOf(matches, 'both').cards.map(({ id, x, y }) => ({ id, x, y }))
  expect(places(played)).toEqual(places(bracket.matches))
  expect(places(voided)).toEqual(places(bracket.matches))
})

it('of 1,024 a screen holds few', () => {
  const layout = layoutOf(singleBracket(1024).matches, 'right')
  expect(layout.cards).toHaveLength(1023)
  const screen = { x: 0, y: 12_000, width: 1200 + 560, height: 760 + 560 }
  expect(within(layout.cards, screen).length).toBeLessThan(60)
  expect(within(layout.edges, screen).length).toBeLessThan(60)
})

it('knows a tree that only has new results', () => {
  const { matches } = singleBracket(8)
  const decided = matches.map((match) =>
    match.id === 5 ? { ...match, state: 'decided' as const, home: { ...match.home, contestantId: 1 } } : match,
  )
  expect(sameTree(matches, decided)).toBe(true)
  expect(sameTree(matches, matches.slice(1))).toBe(false)
  expect(sameTree(matches, singleBracket(7).matches)).toBe(false)
})
