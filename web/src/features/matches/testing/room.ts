import type { MatchNow, MatchRoom } from '@/api/generated'

/** A match of two sides without a time, in a round from Monday to Sunday. */
export function nowOf(part: Partial<MatchNow> = {}): MatchNow {
  return {
    matchId: 90001,
    tournamentId: 7001,
    version: 10,
    matchVersion: 5,
    state: 'ready',
    homeId: 1,
    awayId: 2,
    window: {
      opensAt: '2026-11-23T00:00:00+07:00',
      settleBy: '2026-11-28T17:00:00+07:00',
      defaultAt: '2026-11-28T19:00:00+07:00',
      closesAt: '2026-11-29T21:00:00+07:00',
    },
    reported: { home: false, away: false },
    next: { home: { code: 'propose_time' }, away: { code: 'propose_time' }, staff: { code: 'none' } },
    ...part,
  }
}

/** The room of a captain of the home side. */
export function roomOf(now: Partial<MatchNow> = {}, part: Partial<MatchRoom> = {}): MatchRoom {
  const side = (contestantId: number, name: string) => ({ contestantId, name, shortName: name, players: [] })
  return {
    id: 90001,
    tournament: { id: 7001, name: 'Cup', slug: 'rov', gameName: 'RoV', hue: 90, motif: 'blade' },
    stage: 1,
    stages: 1,
    part: 'main',
    round: 1,
    rounds: 2,
    drawn: 2,
    doubleElimination: false,
    label: '12',
    bestOf: 3,
    extra: false,
    home: side(1, 'Limes'),
    away: side(2, 'Tigers'),
    hours: { from: 10, to: 22 },
    gameMinutes: 30,
    confirmMinutes: 30,
    reporter: 'captain',
    now: nowOf(now),
    reports: [],
    me: { side: 'home', acts: true },
    threadId: 1,
    live: { topic: 'match:90001' },
    ...part,
  }
}
