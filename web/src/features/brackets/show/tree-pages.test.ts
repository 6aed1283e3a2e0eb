import { expect, it } from 'vitest'
import { doubleBracket, singleBracket } from '@/testing/draws'
import { layoutOf } from '../view/layout'
import { roundsOf } from '../rounds'
import { pagesOf } from './tree-pages'

/** The part of the 960 × 540 layout that is left to a tree. */
const [WIDTH, HEIGHT] = [896, 400]
/** Names of 16 px in a tree, 28 px on a screen of 1,920. */
const LEAST = 28 / 2 / 16

it('a page is readable from far, whatever the bracket', () => {
  for (const entrants of [2, 3, 4, 5, 8, 9, 14, 16, 31, 33, 64]) {
    for (const { matches } of [singleBracket(entrants, true), ...(entrants > 2 ? [doubleBracket(entrants)] : [])]) {
      for (const page of pagesOf(matches)) {
        const { width, height, cards } = layoutOf(page.matches, 'right')
        expect(Math.min(WIDTH / width, HEIGHT / height), `${entrants} ${page.key}`).toBeGreaterThanOrEqual(LEAST)
        expect(cards).toHaveLength(page.matches.length)
      }
    }
  }
})

it('shows the round that is played, page by page, and at the end what leads to the title', () => {
  const { matches } = singleBracket(16, true)
  expect(pagesOf(matches).map((page) => page.matches.length)).toEqual([7, 7])
  const over = matches.map((match) => ({ ...match, state: 'decided' as const }))
  const [last, ...others] = pagesOf(over)
  expect(others).toEqual([])
  expect(last?.rounds.map(({ key }) => key)).toEqual(['main-2', 'main-3', 'main-4', 'third-1'])
})

it('leaves out none of the round that is played', () => {
  const { matches } = doubleBracket(14)
  const shown = new Set(pagesOf(matches).flatMap((page) => page.matches.map(({ id }) => id)))
  const first = roundsOf(matches).filter(({ part, round }) => part !== 'final' && round === 1)
  for (const { id } of first.flatMap((round) => round.matches)) expect(shown.has(id)).toBe(true)
})
