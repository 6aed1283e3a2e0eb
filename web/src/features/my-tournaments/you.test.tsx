import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Entry, Me, Tournament, TournamentMe } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { esportQuery } from '@/features/account/esport'
import { startTexts, texts } from '@/i18n'
import enMatches from '@/i18n/en/matches'
import en from '@/i18n/en/tournaments'
import { mineQuery, myMatchesQuery } from '@/features/tournaments/queries'
import { You } from './you'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to, 'aria-label': label }: { children: ReactNode; to: string; 'aria-label'?: string }) => (
    <a href={to} aria-label={label}>
      {children}
    </a>
  ),
  useRouterState: () => '/esport/tournament/7001',
}))
vi.mock('@/live', async (original) => ({ ...(await original<object>()), useTopic: vi.fn() }))

const removed = vi.hoisted(() => vi.fn(async () => ({ data: {}, response: new Response() })))
vi.mock('@/api/generated', async (original) => ({ ...(await original<object>()), registrationRemove: removed }))

beforeAll(async () => {
  await startTexts('en')
  await texts('tournaments', 'matches', 'brackets')()
})
afterEach(() => queries.clear())

const cup = (change: Partial<Tournament> = {}) =>
  ({
    id: 7001,
    name: { th: 'ถ้วย', en: 'The Cup' },
    phase: 'register',
    contestantType: 'team',
    joined: 3,
    capacity: 8,
    next: { phase: 'draw', at: new Date(Date.now() + 3_600_000).toISOString() },
    ...change,
  }) as Tournament

const entry: Entry = {
  id: 5,
  tournamentId: 7001,
  stage: 1,
  status: 'join',
  name: 'Bangkok Limes',
  shortName: 'BKL',
  teamId: 9,
  players: [],
  missing: [],
  version: 1,
  entriesVersion: 1,
  steps: [],
  next: { kind: 'draw' },
}

function look(mine: Partial<TournamentMe>, { tournament = cup(), me = {}, team = { hasTeam: true, isCaptain: true } } = {}) {
  useSession.setState({ status: 'member', token: 't', me: { id: 1, suspended: false, ...me } as Me })
  queries.setQueryData(mineQuery(7001, 'en').queryKey, { mayEnter: false, refusals: [], ...mine })
  queries.setQueryData(esportQuery.queryKey, team as never)
  return render(
    <QueryClientProvider client={queries}>
      <You tournament={tournament} />
    </QueryClientProvider>,
  )
}

const links = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

it('leads a visitor in, and to what there is to see once entries are closed', () => {
  useSession.setState({ status: 'guest', me: undefined, token: undefined })
  const { unmount } = render(<You tournament={cup()} />)
  expect(links(en.you.login)).toContain('/auth/login')
  unmount()
  const closed = render(<You tournament={cup({ phase: 'draw', next: undefined })} />)
  expect(screen.getByText(en.you.closed)).toBeDefined()
  expect(screen.queryByText(en.you.login)).toBeNull()
  expect(links(en.bracket.toEntrants)).toEqual(['/esport/tournament/7001/entrants'])
  closed.unmount()
  const drawn = { phase: 'draw', next: undefined, format: 'bracket', bracketPublishedAt: '2026-12-01T10:00:00Z' } as const
  render(<You tournament={cup({ ...drawn, startAt: '2026-12-02T10:00:00Z' })} />)
  expect(screen.getByText('Play starts 2 Dec 2026. See who meets whom.')).toBeDefined()
  expect(links(en.you.look.bracket)).toEqual(['/esport/tournament/7001/bracket'])
})

it('lets enter who may, behind the waiting list when it is full', () => {
  const { unmount } = look({ mayEnter: true })
  expect(links(en.you.enter)).toContain('/esport/tournament/7001/register')
  unmount()
  look({ mayEnter: true }, { tournament: cup({ joined: 8 }) })
  expect(links(en.you.enterWaiting)).toContain('/esport/tournament/7001/register')
})

it('gives every reason against it, with the way to mend it', () => {
  const refusals = [
    { code: 'players_too_few' as const, message: 'Your team has 3 players', href: '/account/team' },
    { code: 'university_mismatch' as const, message: 'Only for Chiang Mai University' },
  ]
  look({ refusals }, { team: { hasTeam: true, isCaptain: false } })
  expect(screen.getByText('Only for Chiang Mai University')).toBeDefined()
  expect(links(`${en.you.fix}: Your team has 3 players`)).toEqual(['/account/team'])
  expect(screen.getByRole('button', { name: en.you.tell })).toBeDefined()
})

it('has nothing to do for somebody who is suspended', () => {
  look({ mayEnter: true }, { me: { suspended: true } })
  expect(screen.getByText(en.you.suspended)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

it('leads those who run it to what waits', () => {
  look({
    role: 'co_promoter',
    needsYou: {
      review: 3,
      documents: 1,
      draw: 0,
      rule: 0,
      noShow: 0,
      overdue: 0,
      setTime: 0,
      groups: 2,
      advance: 0,
      finish: 0,
      reported: 0,
    },
  })
  expect(screen.getAllByText('6 items need your attention')).toHaveLength(2)
  expect(screen.getByText('3 entries to review')).toBeDefined()
  expect(screen.getByText('2 groups to close')).toBeDefined()
  expect(links(en.you.manage)).toContain('/esport/tournament/7001/manage')
})

it('tells why it was cancelled, whoever looks', () => {
  look({ role: 'captain', entry }, { tournament: cup({ phase: 'cancelled', cancelReason: 'A flood', next: undefined }) })
  expect(screen.getByText('From the organizer: A flood')).toBeDefined()
})

it('shows a place in the waiting list, and only to the captain the way out', () => {
  const waiting: Entry = { ...entry, status: 'waitlist', place: 4, next: { kind: 'waiting_list' } }
  const { unmount } = look({ role: 'member', entry: waiting })
  expect(screen.getByText('Waiting list, no. 4')).toBeDefined()
  expect(screen.queryByRole('button', { name: en.you.withdraw })).toBeNull()
  unmount()
  look({ role: 'captain', entry: waiting })
  expect(screen.getByRole('button', { name: en.you.withdraw })).toBeDefined()
})

it('withdraws after saying what that means', async () => {
  look({ role: 'captain', entry })
  fireEvent.click(screen.getByRole('button', { name: en.you.withdraw }))
  const dialog = screen.getByRole('dialog', { name: 'Withdraw from The Cup?' })
  expect(within(dialog).getByText(/The place of Bangkok Limes goes to the first on the waiting list/)).toBeDefined()
  expect(removed).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: en.you.withdrawYes }))
  await waitFor(() => expect(removed).toHaveBeenCalledWith({ path: { tournament_id: 7001, contestant_id: 5 }, body: {} }))
})

it('leads an entrant into the room of the match that waits for them', () => {
  const match = {
    id: 90001,
    stage: 1,
    part: 'main',
    round: 1,
    rounds: 3,
    drawn: 4,
    doubleElimination: false,
    label: '12',
    bestOf: 3,
    state: 'ready',
    section: 'untimed',
    home: { contestantId: 5, name: 'Bangkok Limes', shortName: 'BKL' },
    away: { contestantId: 6, name: 'Pomelos', shortName: 'POM' },
    next: { code: 'answer_time', until: new Date(Date.now() + 3_600_000).toISOString() },
  } as const
  queries.setQueryData(myMatchesQuery(7001).queryKey, { items: [match], asking: [90001] })
  const plays = { role: 'captain', entry: { ...entry, next: { kind: 'play' } } } as const
  look(plays, { tournament: cup({ phase: 'competition', next: undefined }) })
  expect(screen.getAllByText('Pomelos proposes a time').length).toBeGreaterThan(0)
  expect(links(enMatches.asked.answer_time)).toContain('/esport/match/90001')
})
