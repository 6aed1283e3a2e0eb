import type { DeskEntrant, EntrantStatus } from '@/api/generated'

/** The groups of the table; each is a filter above it. */
export const GROUPS = ['review', 'lacking', 'waiting', 'in', 'out', 'all'] as const
export type Group = (typeof GROUPS)[number]

const OF: Record<EntrantStatus, Exclude<Group, 'all'>> = {
  register: 'review',
  incomplete_team: 'lacking',
  invalid: 'lacking',
  waitlist: 'waiting',
  join: 'in',
  reject: 'out',
  withdrawn: 'out',
  removed: 'out',
  disqualified: 'out',
}

export const groupOf = (status: EntrantStatus) => OF[status]

/** Counts the entrants behind each filter. */
export function tally(entrants: readonly Pick<DeskEntrant, 'status'>[]): Record<Group, number> {
  const counts: Record<Group, number> = { review: 0, lacking: 0, waiting: 0, in: 0, out: 0, all: entrants.length }
  for (const { status } of entrants) counts[OF[status]] += 1
  return counts
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the group's entrants whose name, short name, school or number contains every word of the query, longest wait first. */
export function shown(entrants: readonly DeskEntrant[], group: Group, query: string): DeskEntrant[] {
  const words = folded(query).split(' ').filter(Boolean)
  const found = entrants.filter((entrant) => {
    if (group !== 'all' && OF[entrant.status] !== group) return false
    if (words.length === 0) return true
    const { name, shortName, organization, id } = entrant
    const text = folded(`${name} ${shortName} ${organization?.th ?? ''} ${organization?.en ?? ''} ${id}`)
    return words.every((word) => text.includes(word))
  })
  return found.sort(ORDER[group])
}

type Order = (one: DeskEntrant, other: DeskEntrant) => number
const sent: Order = (one, other) =>
  (one.submittedAt ?? one.updatedAt).localeCompare(other.submittedAt ?? other.updatedAt) || one.id - other.id
const changed: Order = (one, other) => other.updatedAt.localeCompare(one.updatedAt) || one.id - other.id
const RANK: readonly Group[] = ['review', 'lacking', 'waiting', 'in', 'out']

const ORDER: Record<Group, Order> = {
  review: sent,
  lacking: sent,
  waiting: (one, other) => (one.place ?? 0) - (other.place ?? 0) || sent(one, other),
  in: sent,
  out: changed,
  all: (one, other) => RANK.indexOf(OF[one.status]) - RANK.indexOf(OF[other.status]) || ORDER[OF[one.status]](one, other),
}

/** Number of documents of a row that nobody has checked. */
export const unchecked = ({ pips }: Pick<DeskEntrant, 'pips'>) => pips.split('w').length - 1

/** Whether it is admitted or waitlisted with unchecked documents. For an entry under review the decision is what is pending. */
export const hasPapers = (entrant: Pick<DeskEntrant, 'pips' | 'status'>) =>
  (entrant.status === 'join' || entrant.status === 'waitlist') && unchecked(entrant) > 0

/** Whether it awaits a decision, all its documents are checked and valid, and its game IDs are in no other entry. */
export const isClear = ({ status, pips, gameIdElsewhere }: Pick<DeskEntrant, 'status' | 'pips' | 'gameIdElsewhere'>) =>
  status === 'register' && !gameIdElsewhere && !/[^v]/.test(pips)
