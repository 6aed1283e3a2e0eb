import type { Bracket } from '@/api/generated'
import { expect, it } from 'vitest'
import { doubleBracket, singleBracket } from '@/testing/draws'
import { pathOf } from './path'
import { lookupOf } from '../rounds'

const way = (bracket: Bracket, contestant: number) => {
  const { played, ahead } = pathOf(contestant, bracket.matches, lookupOf(bracket))
  return { played: [...played], ahead: [...ahead] }
}

it('shows where an entrant has been, and where it may go', () => {
  const bracket = singleBracket(8)
  expect(way(bracket, 1)).toEqual({ played: [1], ahead: [5, 7] })
  const next = bracket.matches.map((match) => {
    if (match.id === 1) return { ...match, state: 'decided' as const, winner: 'home' as const }
    return match.id === 5 ? { ...match, home: { ...match.home, contestantId: 1 } } : match
  })
  expect(way({ ...bracket, matches: next }, 1)).toEqual({ played: [1, 5], ahead: [7] })
  // A side that lost has nothing ahead.
  expect(way({ ...bracket, matches: next }, 8)).toEqual({ played: [1], ahead: [] })
})

it('a bye is passed over, and who is out goes nowhere', () => {
  const bracket = singleBracket(3)
  const [first] = bracket.matches
  const matches = bracket.matches.map((match) => (match.id === 3 ? { ...match, home: { ...match.home, contestantId: 1 } } : match))
  expect(first?.state).toBe('bye')
  expect(way({ ...bracket, matches }, 1)).toEqual({ played: [1, 3], ahead: [] })
  const entrants = bracket.entrants.map((entrant) => ({ ...entrant, out: entrant.contestantId === 2 }))
  expect(way({ ...bracket, entrants }, 2)).toEqual({ played: [2], ahead: [] })
})

it('leads to the grand final from the upper bracket', () => {
  const bracket = doubleBracket(4)
  const final = bracket.matches.find(({ part, round }) => part === 'final' && round === 1)
  expect(way(bracket, 1).ahead).toContain(final?.id)
})
