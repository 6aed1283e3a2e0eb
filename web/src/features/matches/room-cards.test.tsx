import { act, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { MatchRoom, MatchNow } from '@/api/generated'
import { startTexts, texts } from '@/i18n'
import { Deadline } from './deadline'
import { NextActionCard } from './next-card'
import { RoomActsContext } from './room-context'
import { StaffTools } from './staff-tools'
import { nowOf, roomOf } from './testing/room'
import { accessEnd } from './use-access-end'
import { useNextFocus } from './use-next-focus'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
  useRouterState: () => '/esport/match/90001',
}))
vi.mock('./card-actions', () => ({ CardActions: () => null }))

beforeAll(async () => {
  await startTexts('en')
  await texts('matches', 'brackets', 'tournaments')()
})

const AT = '2026-11-27T20:00:00+07:00'
const decided = nowOf({
  state: 'decided',
  result: { outcome: 'played', winner: 'home', homeScore: 2, awayScore: 0, by: 'staff', decidedAt: AT },
  next: { home: { code: 'done' }, away: { code: 'done' }, staff: { code: 'done' } },
})
const steps = { run: () => undefined, busy: undefined, problem: undefined, forget: () => undefined }
const show = (room: MatchRoom) =>
  render(
    <RoomActsContext value={{ steps, open: () => undefined }}>
      <NextActionCard room={room} />
    </RoomActsContext>,
  )

it('whoever has won is told whom they play next and why it was decided so', () => {
  const nextMatch = { id: 90005, label: '14', opponent: 'Naga Pulse', scheduledAt: AT }
  show(roomOf(decided, { nextMatch, rulingReason: 'The replay shows it' }))
  expect(screen.getByText(/Match 14 is next, against Naga Pulse/)).toBeTruthy()
  expect(screen.getByText('Reason: The replay shows it')).toBeTruthy()
})

it('nobody is told to wait for their captain once the match is over', () => {
  const player = { side: 'home', acts: false } as const
  const { rerender } = show(roomOf({}, { me: player }))
  expect(screen.getByText(/captain/)).toBeTruthy()
  rerender(
    <RoomActsContext value={{ steps, open: () => undefined }}>
      <NextActionCard room={roomOf(decided, { me: player })} />
    </RoomActsContext>,
  )
  expect(screen.queryByText(/captain/)).toBeNull()
})

it('abroad each time by which something must be done has its own clock beside it', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-540)
  const proposal = { id: 5, side: 'away', name: 'KhunKao', at: AT, createdAt: AT, expiresAt: '2026-11-26T12:00:00+07:00' } as const
  render(<Deadline now={nowOf({ proposal }) as MatchNow} />)
  // When the proposal expires, the default applies, and is played.
  expect(screen.getAllByText(/on your clock/)).toHaveLength(3)
  vi.restoreAllMocks()
})

it('says why somebody who was in the room is not any more, and nothing to who never was', () => {
  const outside = roomOf({}, { me: { acts: false } })
  expect(accessEnd(undefined, outside)).toBeUndefined()
  expect(accessEnd(roomOf(), roomOf())).toBeUndefined()
  expect(accessEnd(roomOf(), outside)).toBe('sides')
  expect(accessEnd(roomOf({}, { me: { acts: false, staff: 'assistant' } }), outside)).toBe('staff')
  expect(accessEnd(roomOf(), roomOf({}, { me: { acts: false, ended: 'team' } }))).toBe('team')
})

it('the focus goes to the next step when the one that was done takes its button away', () => {
  const done: { now: () => void } = { now: () => undefined }
  function Room() {
    const [version, setVersion] = useState(1)
    const { box, onFocus } = useNextFocus(version)
    done.now = () => setVersion(2)
    return (
      <div ref={box} onFocus={onFocus}>
        <section data-next-step>
          <h2 tabIndex={-1}>Next</h2>
          {version === 1 ? <button type="button">Accept</button> : <a href="/calendar">Calendar</a>}
        </section>
      </div>
    )
  }
  render(<Room />)
  screen.getByRole('button', { name: 'Accept' }).focus()
  act(() => done.now())
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Calendar' }))
})

it('staff are offered corrections as long as the server takes them', () => {
  const me = { acts: false, staff: 'promoter' } as const
  const tools = (decidableUntil?: string) => {
    const room = roomOf(decided, { me })
    return render(
      <RoomActsContext value={{ steps, open: () => undefined }}>
        <StaffTools room={{ ...room, tournament: { ...room.tournament, decidableUntil } }} />
      </RoomActsContext>,
    )
  }
  const shown = tools(new Date(Date.now() + 3_600_000).toISOString())
  expect(screen.getByRole('button', { name: /correct/i })).toBeTruthy()
  shown.unmount()
  tools(new Date(Date.now() - 1000).toISOString())
  expect(screen.queryByRole('button')).toBeNull()
})
