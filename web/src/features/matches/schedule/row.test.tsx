import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ListedMatch } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import { MatchRow } from './row'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

beforeAll(async () => {
  await startTexts('en')
  await texts('matches', 'brackets')()
})
afterEach(cleanup)

const show = (match: Partial<ListedMatch>) =>
  render(<MatchRow match={{ id: 1, part: 'main', round: 1, rounds: 3, drawn: 8, label: '9', bestOf: 3, ...match } as ListedMatch} />)

it('says of a match what the heading above it does not say', () => {
  show({ section: 'untimed', state: 'ready' })
  expect(screen.queryByText('No time yet')).toBeNull()
  expect(screen.queryByText('–')).toBeNull()
  cleanup()
  show({ section: 'waiting', state: 'waiting' })
  expect(screen.getByText('Waiting for the other side')).toBeTruthy()
  cleanup()
  show({ section: 'over', state: 'decided', decidedAt: '2026-11-24T06:30:00Z' })
  expect(screen.queryByText('Finished')).toBeNull()
  expect(screen.getByText('24 Nov')).toBeTruthy()
})

it('tells the day of a match that was to be played before today and is not over', () => {
  show({ section: 'live', state: 'disputed', scheduledAt: '2020-01-02T12:00:00Z' })
  expect(screen.getByText('19:00')).toBeTruthy()
  expect(screen.getByText('2 Jan')).toBeTruthy()
})
