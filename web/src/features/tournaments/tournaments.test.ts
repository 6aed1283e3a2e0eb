// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { JoinedTournament, RunTournament, Tournament, TournamentCard, TournamentLanes, TournamentLive } from '@/api/generated'
import { type TournamentSearch, understood } from './kinds'
import { inUnits } from './left'
import { showTold, withTold } from './live'
import { keepNewer, lanesQuery, tournamentQuery } from './loaded'
import type { MyMatch } from '@/features/my-tournaments/my-match'
import { listQuery } from './queries'
import { stepsOf } from '@/features/my-tournaments/steps'

const card = (id: number, change: Partial<TournamentCard> = {}): TournamentCard => ({
  id,
  name: { th: `ถ้วย ${id}`, en: `Cup ${id}` },
  game: { id: 1, slug: 'rov', name: { th: 'RoV', en: 'RoV' }, hue: 12, motif: 'rings' },
  category: 'Open',
  contestantType: 'team',
  format: 'bracket',
  mainPlayers: 5,
  phase: 'register',
  registrationStartAt: '2026-11-01T03:00:00Z',
  registrationEndAt: '2026-11-25T03:00:00Z',
  startAt: '2026-11-28T03:00:00Z',
  endAt: '2026-11-30T03:00:00Z',
  joined: 3,
  entriesVersion: 3,
  waiting: 0,
  capacity: 8,
  inviteOnly: false,
  promoter: { userId: 1, displayName: 'BGA' },
  liveVersion: 5,
  live: { topic: `public:phase:${id}` },
  ...change,
})

const told = (id: number, version: number, entriesVersion = 8): TournamentLive => ({
  id,
  phase: 'draw',
  joined: 8,
  waiting: 2,
  entriesVersion,
  capacity: 8,
  version,
})

it('says a time in the largest unit that tells it', () => {
  const minute = 60_000
  const hour = 60 * minute
  const say = (ms: number) => Object.values(inUnits(ms)).join(' ')
  expect([1, minute, 59.5 * minute, hour, 47.9 * hour, 48 * hour].map(say)).toEqual([
    '1 minutes',
    '1 minutes',
    '60 minutes',
    '1 hours',
    '47 hours',
    '2 days',
  ])
})

it('takes what an event tells of a card unless the card knows better', () => {
  const next = { phase: 'draw', at: '2026-11-25T03:00:00Z' } as const
  const before = card(1, { next })
  expect(withTold(before, told(1, 6))).toMatchObject({ phase: 'draw', joined: 8, waiting: 2, liveVersion: 6 })
  expect(withTold(before, told(1, 6)).next, 'nothing is counted down any more').toBeUndefined()
  expect(withTold(before, told(1, 4))).toBe(before)
  expect(withTold(before, told(1, 6, 2)), 'an answer counted later than the event').toMatchObject({ phase: 'draw', joined: 3 })
  expect(withTold(before, told(2, 6))).toBe(before)
})

it('shows an event wherever the tournament is shown', () => {
  const client = new QueryClient()
  const lanes: TournamentLanes = { register: [card(1), card(2)], competition: [], upcoming: [], draw: [], finished: [], counts: {} }
  client.setQueryData(lanesQuery.queryKey, lanes)
  client.setQueryData(listQuery({ phase: 'register' }).queryKey, { items: [card(2), card(1)], page: 1, perPage: 24, total: 2 })
  client.setQueryData(tournamentQuery(1).queryKey, { ...card(1), version: 9 } as Tournament)
  showTold(client, told(1, 6))
  const phases = (cards: TournamentCard[] | undefined) => cards?.map(({ id, phase }) => `${id} ${phase}`)
  expect(phases(client.getQueryData(lanesQuery.queryKey)?.register)).toEqual(['1 draw', '2 register'])
  expect(phases(client.getQueryData(listQuery({ phase: 'register' }).queryKey)?.items)).toEqual(['2 register', '1 draw'])
  expect(client.getQueryData(tournamentQuery(1).queryKey)).toMatchObject({ phase: 'draw', version: 9 })
})

it('does not let an older answer take back what an event told', () => {
  const answer = (liveVersion: number, change: Partial<Tournament>) =>
    ({ ...card(1, { liveVersion }), version: 1, ...change }) as Tournament
  const shown = answer(6, { phase: 'cancelled', joined: 8, entriesVersion: 8 })
  expect(keepNewer(shown, answer(5, { cancelReason: 'A flood' }))).toMatchObject({
    phase: 'cancelled',
    joined: 8,
    liveVersion: 6,
    cancelReason: 'A flood',
  })
  expect(keepNewer(shown, answer(7, { phase: 'cancelled', joined: 7, entriesVersion: 9 }))).toMatchObject({ joined: 7, liveVersion: 7 })
  expect(keepNewer(shown, answer(6, { joined: 9, entriesVersion: 9 })), 'what this browser has just done').toMatchObject({ joined: 9 })
  expect(keepNewer(shown, answer(7, { joined: 7, entriesVersion: 7 })), 'an older count').toMatchObject({ joined: 8, liveVersion: 7 })
  expect(keepNewer(undefined, shown)).toEqual(shown)
})

it('puts what can be done before what is waited for, and the nearer before the later', () => {
  const entry = { id: 1, name: 'Bangkok Limes', status: 'join' } as const
  const joined = (id: number, kind: JoinedTournament['next']['kind'], at?: string): JoinedTournament => ({
    tournament: card(id, { phase: kind === 'draw' ? 'draw' : 'register' }),
    entry,
    next: { kind, ...(at && { at }) },
  })
  const run = (id: number, review: number): RunTournament => ({
    id,
    name: { th: 'ถ้วย', en: 'Cup' },
    phase: 'register',
    role: 'promoter',
    updatedAt: '2026-11-01T00:00:00Z',
    needsYou: { review, documents: 0, draw: 0, rule: 0, noShow: 0, overdue: 0, setTime: 0, groups: 0, advance: 0, finish: 0, reported: 0 },
    card: card(id, { registrationEndAt: '2026-11-24T00:00:00Z' }),
  })
  const steps = stepsOf(
    [joined(1, 'review'), joined(2, 'none'), joined(3, 'play', '2026-11-23T01:00:00Z'), joined(4, 'documents'), joined(5, 'draw')],
    [run(6, 2), run(7, 0)],
  )
  expect(steps.map(({ id, kind, when }) => `${id} ${kind} ${when}`)).toEqual([
    '6 run closes',
    '4 documents closes',
    '3 play starts',
    '1 review closes',
    '5 draw starts',
  ])
  const match = (asked: boolean) => ({ match: { id: 9 }, asked, opponent: undefined, at: '2026-11-24T00:00:00Z' }) as MyMatch
  const ids = (asked: boolean) => stepsOf([joined(3, 'play'), joined(4, 'documents')], [], new Map([[3, match(asked)]])).map(({ id }) => id)
  // A match that waits for the user is a task; an upcoming one is not.
  expect([ids(false), ids(true)]).toEqual([
    [4, 3],
    [3, 4],
  ])
})

it('leaves out of an address what it does not understand', () => {
  const search = { q: 'rov', phase: 'open', category: 'U', type: 'duo', week: '2026-11-23', page: 2 } as unknown as TournamentSearch
  expect(understood(search)).toEqual({ q: 'rov', category: 'U', week: '2026-11-23', page: 2 })
})
