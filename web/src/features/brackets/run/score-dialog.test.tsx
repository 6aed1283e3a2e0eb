import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Bracket } from '@/api/generated'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { singleBracket } from '@/testing/draws'
import { ScoreDialog } from './score-dialog'
import { useLabelsFor } from '../labels'

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('brackets')()
})
afterEach(cleanup)

function Entered({ bracket }: { bracket: Bracket }) {
  const { labels } = useLabelsFor(bracket)
  const [match] = bracket.matches
  return match ? <ScoreDialog bracket={bracket} match={match} labels={labels} onEnd={vi.fn()} /> : null
}

it('names the game that was left at a draw, and says what is no score instead of making one of it', () => {
  const bracket = singleBracket(4)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Entered bracket={bracket} />
    </QueryClientProvider>,
  )
  const [home, away] = screen.getAllByRole<HTMLInputElement>('textbox')
  if (!home || !away) throw new Error('no fields')
  fireEvent.change(home, { target: { value: '13' } })
  fireEvent.change(away, { target: { value: '13' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save score' }))
  expect(screen.getByRole('alert').textContent).toContain('Game 1 is tied at 13–13')
  expect([home, away].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
  fireEvent.change(away, { target: { value: '-1' } })
  expect(away.value).toBe('-1')
  expect(screen.getByRole('alert').textContent).toContain('from 0 to 999')
  expect([home, away].map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'true'])
  fireEvent.change(away, { target: { value: '7' } })
  expect(screen.queryByRole('alert')?.textContent ?? '').not.toContain('999')
})
