import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { tables } from '@/testing/brackets'
import { Tables as Controlled } from './tables'

/** With its choice, which the page has in its address. */
function Tables(props: Omit<Parameters<typeof Controlled>[0], 'chosen' | 'onChoose'>) {
  const [chosen, setChosen] = useState<number>()
  return <Controlled {...props} chosen={chosen} onChoose={setChosen} />
}

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('boards', 'brackets', 'tournaments')()
})
afterEach(cleanup)

it('shows every group, with the line under those who go on; a group opens with its matches', () => {
  render(<Tables bracket={tables()} onMatch={vi.fn()} />)
  expect(screen.getAllByRole('table').map((table) => within(table).getAllByRole('row').length - 1)).toEqual([4, 3])
  fireEvent.click(screen.getByRole('button', { name: 'Group B' }))
  expect(screen.getByRole('region', { name: 'Round 1' }).textContent).toContain('Not playing: เทคนิค 9')
  expect(screen.getByRole('region', { name: 'Round 2' }).textContent).toContain('Live')
  expect(screen.getByRole('region', { name: 'Round 3' }).textContent).toContain('19:00')
})

it('begins with the group of who looks, says what decided, and who is level on the line', () => {
  render(<Tables bracket={tables()} mine={3} onMatch={vi.fn()} />)
  const table = within(screen.getByRole('table', { name: 'Standings of group A' }))
  const row = (name: RegExp) => table.getByRole('row', { name })
  expect(row(/Lanna Fox/).textContent).toContain('Tied, to be settled')
  expect(within(row(/Lanna Fox/)).getByText('You')).toBeTruthy()
  expect(row(/Salt Bay/).textContent).toContain('Decided by game difference')
  expect(screen.getByRole('status').textContent).toContain('Sea Breeze, Lanna Fox')
})

it('opens a match, and has room for what those who run it do', () => {
  const onMatch = vi.fn()
  render(<Tables bracket={tables()} mine={5} onMatch={onMatch} acts={({ group }) => <button type="button">close {group}</button>} />)
  expect(screen.getByRole('button', { name: 'close 2' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Bangkok Limes 2 – 0 Ruby XI: Finished' }))
  fireEvent.click(screen.getByRole('button', { name: /^Ruby XI 19:00 เทคนิค 9/ }))
  expect(onMatch.mock.calls.map(([match]) => match.id)).toEqual([7, 9])
})
