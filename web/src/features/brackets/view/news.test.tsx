import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Bracket } from '@/api/generated'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { singleBracket } from '@/testing/draws'
import { News } from './news'
import { useLabelsFor } from '../labels'

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('brackets')()
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

function Told({ bracket }: { bracket: Bracket }) {
  return <News bracket={bracket} labels={useLabelsFor(bracket).labels} />
}

it('says results that come in one after another, and nothing of those that stood', () => {
  vi.useFakeTimers()
  const before = singleBracket(4)
  const matches = before.matches.map((match) =>
    match.round === 1
      ? { ...match, state: 'decided' as const, outcome: 'played' as const, winner: 'home' as const, homeScore: 2, awayScore: 1, version: 9 }
      : match,
  )
  const { rerender } = render(<Told bracket={before} />)
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  rerender(<Told bracket={{ ...before, matches }} />)
  const first = said()
  expect(first).toMatch(/^Match \d+: .+ 2–1 .+/)
  act(() => vi.advanceTimersByTime(4_000))
  expect(said()).toMatch(/^Match \d+: .+ 2–1 .+/)
  expect(said()).not.toBe(first)
  act(() => vi.advanceTimersByTime(4_000))
  expect(said()).toBe('')
})
