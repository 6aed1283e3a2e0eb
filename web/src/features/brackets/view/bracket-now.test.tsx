import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Bracket, Tournament } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import { board } from '@/testing/brackets'
import { singleBracket } from '@/testing/draws'
import { BracketNow } from './bracket-now'
import { bracketQuery } from '../queries'

beforeAll(async () => {
  await startTexts('en')
  await texts('brackets')()
})
afterEach(cleanup)

function show(more: Partial<Bracket>, ranks: ReadonlyArray<number | null>, disqualified = false) {
  const bracket = singleBracket(4)
  const entrants = bracket.entrants.map((entrant, index) => ({ ...entrant, rank: ranks[index] ?? null, disqualified }))
  const client = new QueryClient()
  client.setQueryData(bracketQuery(bracket.tournamentId).queryKey, { ...bracket, ...more, entrants })
  render(
    <QueryClientProvider client={client}>
      <BracketNow tournament={{ id: bracket.tournamentId } as Tournament} />
    </QueryClientProvider>,
  )
  return entrants
}

it('names the champion of a finished tournament, or says that there is none', () => {
  const entrants = show({ finished: true }, [1, 2, 3, 3])
  expect(screen.getByText(entrants[0]?.name ?? '')).toBeTruthy()
  cleanup()
  show({ finished: true }, [null, 2, 3, 3])
  expect(screen.getByText('It ended without a champion.')).toBeTruthy()
})

it('marks a champion who was disqualified and keeps the place', () => {
  show({ finished: true }, [1, 2, 3, 3])
  expect(screen.queryByText('Disqualified')).toBeNull()
  cleanup()
  show({ finished: true }, [1, 2, 3, 3], true)
  expect(screen.getByText('Disqualified')).toBeTruthy()
})

it('names no leader who left the tournament', () => {
  const bracket = board()
  const [first, second] = bracket.survivor[0]?.lines ?? []
  const name = (id?: number) => bracket.entrants.find(({ contestantId }) => contestantId === id)?.name ?? ''
  const entrants = bracket.entrants.map((entrant) => ({ ...entrant, out: entrant.contestantId === first?.contestantId }))
  const client = new QueryClient()
  client.setQueryData(bracketQuery(bracket.tournamentId).queryKey, { ...bracket, entrants })
  render(
    <QueryClientProvider client={client}>
      <BracketNow tournament={{ id: bracket.tournamentId } as Tournament} />
    </QueryClientProvider>,
  )
  expect(screen.queryByText(name(first?.contestantId))).toBeNull()
  expect(screen.getByText(name(second?.contestantId))).toBeTruthy()
})
