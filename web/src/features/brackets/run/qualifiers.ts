import { isSettledMatch } from '@/api/state-sets.gen'
import type { Bracket } from '@/api/generated'
import { outOf } from '../rounds'
import { groupName } from '../labels'

export interface Qualifier {
  contestantId: number
  /** Seed in the next stage, from 1 */
  seed: number
  /** `A1`: origin of the entrant; absent for a bracket */
  origin?: string
}

/** Returns the qualifiers of a decided stage in the order of the next one's seeds: by place, then by group, without entrants who left. */
export function qualifiers({ settings, groups, survivor, entrants }: Bracket): Qualifier[] {
  const tables = [...groups, ...survivor]
  const gone = outOf(entrants)
  if (tables.length === 0) {
    const many = settings.qualifiers ?? 0
    return entrants
      .filter(({ rank, contestantId }) => rank && rank <= many && !gone.has(contestantId))
      .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.seed - other.seed)
      .slice(0, many)
      .map(({ contestantId }, index) => ({ contestantId, seed: index + 1 }))
  }
  const found = tables.flatMap(({ group, lines, winners }) =>
    lines
      .filter(({ contestantId }) => !gone.has(contestantId))
      .slice(0, winners ?? 0)
      .map(({ contestantId }, index) => ({ contestantId, place: index + 1, group })),
  )
  return found
    .sort((one, other) => one.place - other.place || one.group - other.group)
    .map(({ contestantId, place, group }, index) => ({
      contestantId,
      seed: index + 1,
      origin: tables.length > 1 ? `${groupName(group)}${place}` : String(place),
    }))
}

export interface Hindrances {
  /** Matches without a result */
  matches: number
  /** Maps of heats that are not published */
  maps: number
  /** Groups that are not closed */
  groups: number[]
}

/** Counts what keeps a stage from being decided. A heat that everybody left plays no maps. */
export function hindrances({ settings, matches, groups, survivor, entrants }: Bracket): Hindrances {
  const out = outOf(entrants)
  const open = matches.filter(({ state }) => !isSettledMatch(state)).length
  const maps = survivor
    .filter(({ complete, champion }) => !complete && !champion)
    .flatMap(({ heats }) => heats.filter((heat) => !heat.entrants.every((id) => out.has(id))))
    .reduce((sum, { extra, maps: of }) => {
      const most = extra ? 1 : (settings.maps ?? 1)
      return sum + Math.max(0, most - of.filter(({ state }) => state === 'published').length)
    }, 0)
  return {
    matches: survivor.length > 0 ? 0 : open,
    maps,
    groups: [...groups, ...survivor].filter(({ closed }) => !closed).map(({ group }) => group),
  }
}

/** Returns the holders of the first places, shared where nothing separates them. An entrant who left wins nothing. */
export function finalists({ entrants }: Pick<Bracket, 'entrants'>, places: number): Array<{ place: number; contestantId: number }> {
  return entrants
    .flatMap(({ contestantId, rank, seed, out }) => (!out && rank && rank <= places ? [{ place: rank, contestantId, seed }] : []))
    .sort((one, other) => one.place - other.place || one.seed - other.seed)
    .map(({ place, contestantId }) => ({ place, contestantId }))
}
