import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Bracket, Tournament } from '@/api/generated'
import { ApiProblem } from '@/api/problem'
import { changeLanguage, startTexts, texts } from '@/i18n'
import { board } from '@/testing/brackets'
import { CloseGroup } from './close-group'
import { EntryDialog } from './entry-dialog'

const calls = vi.hoisted(() => ({ submitMap: vi.fn(), closeGroup: vi.fn() }))
vi.mock('./calls', () => calls)

beforeAll(async () => {
  await startTexts('en')
  await changeLanguage('en')
  await texts('boards', 'brackets', 'competition')()
})
beforeEach(() => {
  localStorage.clear()
  calls.submitMap.mockReset().mockImplementation(async () => ({ group: { heats: [] } }))
  calls.closeGroup.mockReset().mockResolvedValue({})
})
afterEach(cleanup)

const tournament = { id: 7001, mainPlayers: 4, game: { id: 1 } } as Tournament

function small(maps = 0): Bracket {
  const bracket = board(maps)
  const [group] = bracket.survivor
  const [heat] = group?.heats ?? []
  if (!group || !heat) throw new Error('no heat')
  const entrants = heat.entrants.slice(0, 3)
  const left = heat.maps.map((map) => ({ ...map, results: map.results.filter(({ contestantId }) => entrants.includes(contestantId)) }))
  return { ...bracket, survivor: [{ ...group, heats: [{ ...heat, entrants, maps: left }] }] }
}

function open(bracket: Bracket, map: number) {
  const [group] = bracket.survivor
  const onEnd = vi.fn()
  if (group) {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <EntryDialog tournament={tournament} bracket={bracket} group={group} map={map} onEnd={onEnd} />
      </QueryClientProvider>,
    )
  }
  return onEnd
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label, hidden: true })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

it('publishes a map that is whole, and says what is wrong before', async () => {
  const onEnd = open(small(), 1)
  type('Place of Isan Thunder', '1')
  type('Kills of Isan Thunder', '4')
  type('Place of Sea Breeze', '1')
  press('Publish map 1')
  expect(calls.submitMap).not.toHaveBeenCalled()
  expect(screen.getByText(/Sea Breeze also has this place/)).toBeTruthy()
  expect(screen.getByText('Enter a place, or choose “Did not play”.')).toBeTruthy()
  type('Place of Sea Breeze', '2')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Lanna Fox did not play', hidden: true }))
  press('Publish map 1')
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled())
  expect(calls.submitMap.mock.lastCall).toEqual([
    1,
    {
      map: 1,
      version: 0,
      results: [
        { contestantId: 1, place: 1, kills: 4 },
        { contestantId: 2, place: 2, kills: 0 },
        { contestantId: 3, place: null, kills: 0 },
      ],
    },
  ])
})

it('goes from row to row by Enter, and takes rows of a spreadsheet', () => {
  open(small(), 1)
  field('Kills of Isan Thunder').focus()
  fireEvent.keyDown(field('Kills of Isan Thunder'), { key: 'Enter' })
  expect(document.activeElement).toBe(field('Place of Sea Breeze'))
  fireEvent.keyDown(field('Place of Sea Breeze'), { key: 'ArrowUp' })
  expect(document.activeElement).toBe(field('Place of Isan Thunder'))
  const text = 'Lanna Fox\t1\t4\nNobody\t2\t2\nIsan Thunder\t3\t0'
  fireEvent.paste(field('Place of Isan Thunder'), { clipboardData: { getData: () => text } })
  expect([field('Place of Lanna Fox').value, field('Kills of Lanna Fox').value]).toEqual(['1', '4'])
  expect(screen.getByText(/2 rows pasted · Not found in this heat: Nobody/)).toBeTruthy()
})

it('brings back what was typed, and asks why a published map is corrected', async () => {
  const bracket = small(1)
  open(bracket, 1)
  type('Kills of Sea Breeze', '3')
  cleanup()
  const onEnd = open(bracket, 1)
  expect(screen.getByText("We've restored what you typed.")).toBeTruthy()
  expect(field('Kills of Sea Breeze').value).toBe('3')
  for (const [name, place] of [
    ['Isan Thunder', '1'],
    ['Sea Breeze', '2'],
    ['Lanna Fox', '3'],
  ] as const)
    type(`Place of ${name}`, place)
  for (const name of ['Isan Thunder', 'Lanna Fox']) type(`Kills of ${name}`, '0')
  press('Publish the correction')
  expect(screen.getByText('Please give a reason.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason for the correction', hidden: true }), {
    target: { value: 'wrong screenshot' },
  })
  press('Publish the correction')
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled())
  expect(calls.submitMap.mock.lastCall?.[1]).toMatchObject({ reason: 'wrong screenshot', version: 1 })
})

it('saves what is typed as a draft after a pause, while nothing in it is wrong', async () => {
  vi.useFakeTimers()
  try {
    open(small(), 1)
    const pause = () => act(() => vi.advanceTimersByTimeAsync(5_000))
    type('Place of Isan Thunder', '9')
    await pause()
    expect(calls.submitMap).not.toHaveBeenCalled()
    type('Place of Isan Thunder', '1')
    await pause()
    expect(calls.submitMap.mock.calls).toEqual([
      [1, { map: 1, draft: true, version: 0, results: [{ contestantId: 1, place: 1, kills: 0 }] }],
    ])
    expect(screen.getByText(/^Draft saved/)).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

it('asks why points are taken away', () => {
  open(small(), 1)
  fireEvent.click(screen.getByRole('switch', { hidden: true }))
  type('Penalty of Sea Breeze', '3')
  expect(screen.getByRole('textbox', { name: 'Reason for the penalty', hidden: true })).toBeTruthy()
})

it('closes a group that is level on its line only when it is said how', async () => {
  const bracket = small(1)
  calls.closeGroup.mockRejectedValueOnce(new ApiProblem(409, { code: 'cut_tie', tied: [2, 3] }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CloseGroup
        bracket={bracket}
        matchId={1}
        group={{ group: 1, winners: 1, complete: true, closed: false }}
        name={(id) => bracket.entrants[id - 1]?.name ?? ''}
      />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Close the group' }))
  const dialog = screen.getByRole('dialog', { hidden: true })
  const go = (name: string) => fireEvent.click(within(dialog).getByRole('button', { name, hidden: true }))
  go('Close the group')
  expect(await within(dialog).findByText(/Sea Breeze, Lanna Fox/)).toBeTruthy()
  go('Close the group')
  expect(within(dialog).getByRole('alert', { hidden: true }).textContent).toBe('Choose how to settle it first.')
  fireEvent.click(within(dialog).getByRole('radio', { name: /^Draw lots/, hidden: true }))
  go('Draw lots and close the group')
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  expect(calls.closeGroup.mock.calls).toEqual([
    [1, {}],
    [1, { resolve: 'lot' }],
  ])
})
