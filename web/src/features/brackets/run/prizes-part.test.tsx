import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Bracket } from '@/api/generated'
import { ApiProblem } from '@/api/problem'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { singleBracket } from '@/testing/draws'
import { PrizesPart } from './prizes-part'

const calls = vi.hoisted(() => ({ submitPrizes: vi.fn() }))
vi.mock('./calls', () => calls)

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('competition')()
})

it('keeps what was typed beside what somebody else has saved, and replaces it only when asked again', async () => {
  const bracket: Bracket = { ...singleBracket(4), tournamentVersion: 3, prizes: [{ place: 1, baht: 900 }] }
  const part = (shown: Bracket) => (
    <QueryClientProvider client={new QueryClient()}>
      <PrizesPart bracket={shown} />
    </QueryClientProvider>
  )
  const { rerender } = render(part(bracket))
  const baht = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Prize money (baht)' })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save prizes' }))
  fireEvent.change(baht(), { target: { value: '1200' } })
  // An event brings newer prizes before the button is pressed: the user has not seen them.
  const theirs: Bracket = { ...bracket, tournamentVersion: 4, prizes: [{ place: 1, text: 'A cup' }] }
  rerender(part(theirs))
  expect(baht().value).toBe('1200')
  calls.submitPrizes.mockRejectedValueOnce(new ApiProblem(409, { code: 'tournament_changed', message: 'Changed.' }))
  save()
  const saved = within(await screen.findByRole('list', { name: 'Saved prizes' }))
  expect(saved.getByText('1st place: A cup')).toBeTruthy()
  expect(baht().value).toBe('1200')
  calls.submitPrizes.mockResolvedValueOnce({ ...theirs, version: 9 })
  save()
  await vi.waitFor(() => expect(calls.submitPrizes).toHaveBeenCalledTimes(2))
  const sent = [{ place: 1, baht: 1200 }]
  const id = bracket.tournamentId
  expect(calls.submitPrizes.mock.calls).toEqual([
    [id, sent, 3],
    [id, [{ place: 1, baht: 1200 }], 4],
  ])
})
