import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Bracket, Tournament } from '@/api/generated'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { singleBracket } from '@/testing/draws'
import { Podium } from './podium'
import { bracketQuery } from '../queries'

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('boards')()
  await texts('tournaments')()
})
afterEach(cleanup)

/** The end of a stage of four, with ranks in the order of seeds. */
function show(ranks: ReadonlyArray<number | null>, more: Partial<Bracket> = {}, disqualified?: number, left: readonly number[] = []) {
  const bracket = singleBracket(4)
  const entrants = bracket.entrants.map((entrant, index) => ({
    ...entrant,
    teamId: null,
    rank: ranks[index] ?? null,
    ...(left.includes(index) ? { out: true } : {}),
    ...(index === disqualified ? { out: true, disqualified: true } : {}),
  }))
  const client = new QueryClient()
  client.setQueryData(bracketQuery(bracket.tournamentId, 1).queryKey, { ...bracket, finished: true, ...more, entrants })
  const tournament = { id: bracket.tournamentId, stages: [{}] } as unknown as Tournament
  render(
    <QueryClientProvider client={client}>
      <Podium tournament={tournament} />
    </QueryClientProvider>,
  )
  return entrants
}

it('says that there is no champion', () => {
  show([2, 3, 3, 3])
  expect(screen.getByText('There is no champion.')).toBeTruthy()
  cleanup()
  show([1, 2, 3, 3])
  expect(screen.queryByText('There is no champion.')).toBeNull()
})

it('shows who left the tournament', () => {
  show([2, 3, 4, 4], {}, undefined, [0, 1])
  expect(screen.getByText('There is no champion.')).toBeTruthy()
  expect(screen.getAllByText('Out of the tournament').length).toBeGreaterThanOrEqual(2)
})

it('shows who was disqualified, with the place or without', () => {
  const entrants = show([1, 2, 3, 3], {}, 0)
  expect(screen.getAllByText('Disqualified').length).toBeGreaterThan(0)
  cleanup()
  show([null, 1, 2, 2], {}, 0)
  expect(screen.getByText(`Disqualified, without a place: ${entrants[0]?.name}`)).toBeTruthy()
})
