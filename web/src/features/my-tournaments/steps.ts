import type { JoinedTournament, RunTournament, TournamentCard } from '@/api/generated'
import type { EntrantKind } from '@/i18n/entrants'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import type { MyMatch } from './my-match'
import { needsOf } from '@/features/tournaments/needs'

export type StepKind = 'complete' | 'documents' | 'fix_documents' | 'review' | 'waiting_list' | 'draw' | 'play' | 'run'

/** A task of the user in a tournament, or an event they wait for. */
export interface Step {
  kind: StepKind
  id: number
  name: TournamentCard['name']
  /** The team concerned, under its name at entry. */
  entrant?: string
  /** The deadline, or the time of the awaited event. */
  at?: string | undefined
  /** The event at that time. */
  when?: 'closes' | 'draws' | 'starts' | undefined
  place?: number | undefined
  count?: number
  /** The match concerned, and its opponent */
  match?: MyMatch
  players?: EntrantKind
}

/** Steps that can be taken now come before those that are only awaited. */
const URGENCY: Record<StepKind, number> = {
  complete: 0,
  documents: 0,
  fix_documents: 0,
  run: 0,
  play: 1,
  draw: 2,
  review: 2,
  waiting_list: 2,
}

/** The page of each step, below the tournament's address. */
export const PLACES: Record<StepKind, string> = {
  complete: '/register',
  documents: '/register',
  fix_documents: '/register',
  run: '/manage',
  play: '/matches',
  draw: '/entrants',
  review: '',
  waiting_list: '',
}

/** Returns a user's next steps in all their tournaments, the nearest first. `matches`: their next match in each. */
export function stepsOf(
  joined: readonly JoinedTournament[],
  run: readonly RunTournament[],
  matches: ReadonlyMap<number, MyMatch> = new Map(),
): Step[] {
  const steps = [...joined.flatMap((each) => entered(each, matches.get(each.tournament.id))), ...run.flatMap(needing)]
  const time = ({ at }: Step) => (at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at))
  return steps.sort((one, other) => urgencyOf(one) - urgencyOf(other) || time(one) - time(other) || one.id - other.id)
}

/** A match that waits for the user counts as a task. */
const urgencyOf = ({ kind, match }: Step): number => (match?.asked ? 0 : URGENCY[kind])

function entered({ tournament, entry, next }: JoinedTournament, match: MyMatch | undefined): Step[] {
  const { id, name } = tournament
  const { kind } = next
  if (kind === 'none') return []
  if (kind === 'play' && match) {
    return [{ kind, id, name, entrant: entry.name, match, players: entrantKind(tournament), at: match.at }]
  }
  const place = entry.place ?? undefined
  const began = tournament.phase === 'competition'
  return [
    {
      kind,
      id,
      name,
      entrant: entry.name,
      place,
      ...(next.at && !began ? { at: next.at, when: WHEN[kind] ?? 'draws' } : ahead(tournament)),
    },
  ]
}

const WHEN: Partial<Record<StepKind, Step['when']>> = {
  complete: 'closes',
  documents: 'closes',
  play: 'starts',
}

/** The next date for every entrant. */
function ahead({ phase, registrationEndAt, startAt }: TournamentCard): Pick<Step, 'at' | 'when'> {
  if (phase === 'register') return { at: registrationEndAt, when: 'closes' }
  return phase === 'draw' ? { at: startAt, when: 'starts' } : {}
}

function needing({ id, name, needsYou, card }: RunTournament): Step[] {
  const count = needsOf(needsYou)
  return count > 0 ? [{ kind: 'run', id, name, count, ...(card && ahead(card)) }] : []
}
