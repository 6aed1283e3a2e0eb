import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { board } from '@/testing/brackets'
import { Board } from './board'

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('boards', 'brackets')()
})
afterEach(cleanup)

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent)

it('shows how it stands, and how it stood after any map', () => {
  render(<Board bracket={board()} mine={5} />)
  expect(screen.getByText('2 teams are past the line of 80')).toBeTruthy()
  const now = names()
  expect(now).toHaveLength(12)
  fireEvent.click(within(screen.getByRole('group', { name: 'Standings after map' })).getByRole('button', { name: '1' }))
  expect(screen.getByRole('status').textContent).toContain('after map 1')
  expect(names()).not.toEqual(now)
  fireEvent.click(screen.getByRole('button', { name: '6' }))
  expect(names()).toEqual(now)
})

it('marks who left the tournament, who cannot win any more', () => {
  const bracket = board()
  const [first] = bracket.survivor[0]?.lines ?? []
  bracket.entrants = bracket.entrants.map((entrant) => ({ ...entrant, out: entrant.contestantId === first?.contestantId }))
  render(<Board bracket={bracket} />)
  expect(screen.getByText('1 team is past the line of 80')).toBeTruthy()
  const row = screen.getAllByRole('row')[1] as HTMLElement
  expect(within(row).getByText('Out of the tournament')).toBeTruthy()
  expect(within(row).queryByText('Match point')).toBeNull()
})

it('tells in a cell how its points came about', async () => {
  const bracket = board(3)
  render(<Board bracket={bracket} />)
  fireEvent.click(screen.getByRole('button', { name: /^Ruby XI, map 3/ }))
  const sum = await screen.findByRole('dialog')
  const result = bracket.survivor[0]?.heats[0]?.maps[2]?.results.find(({ contestantId }) => contestantId === 6)
  expect(within(sum).getByText('Penalty').nextElementSibling?.textContent).toBe('−3')
  expect(within(sum).getByText('Total').nextElementSibling?.textContent).toBe(String(result?.points))
})

it('stands empty before the first map', () => {
  render(<Board bracket={board(0)} />)
  expect(screen.getByText('Not started')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Standings after map' })).toBeNull()
})
