import type { EntryPlayer, PlayerDocument } from '@/api/generated'
import { entryDecisionLimits } from '@/api/limits.gen'

interface SavedReason {
  player: Pick<EntryPlayer, 'displayName'>
  /** Name of the document. */
  kind: string
  reason: string
}

/** Reasons why documents of an entry were found invalid, until the entrant is asked for new ones. */
const given = new Map<number, Map<string, SavedReason>>()

export const paperKey = (player: Pick<EntryPlayer, 'userId'>, document: Pick<PlayerDocument, 'kind'>) => `${player.userId} ${document.kind}`

export function keepReason(entrantId: number, key: string, reason: SavedReason | undefined): void {
  const reasons = given.get(entrantId) ?? new Map<string, SavedReason>()
  if (reason) reasons.set(key, reason)
  else reasons.delete(key)
  given.set(entrantId, reasons)
}

/** The entrant has been notified. */
export function forgetReasons(entrantId: number): void {
  given.delete(entrantId)
}

/** Joins them into one note, one per line. */
export function reasonsAsNote(entrantId: number): string {
  const lines = [...(given.get(entrantId)?.values() ?? [])].map(({ player, kind, reason }) => `${player.displayName}, ${kind}: ${reason}`)
  return lines.join('\n').slice(0, entryDecisionLimits.reason)
}
