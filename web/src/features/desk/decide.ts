import { mayBeFoundInvalid } from '@/api/state-sets.gen'
import {
  type DeskEntrant,
  type DocumentKind,
  type EntrantStatus,
  type EntryPlayer,
  registrationDecide,
  registrationListDocuments,
  registrationSendMissingNotice,
} from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'

export interface Outcome {
  id: number
  /** Status after the decision, if one was made. */
  status?: EntrantStatus | null | undefined
  /** Version of the entry */
  version?: number | null | undefined
  /** Version of the tournament's counts after the decision */
  entriesVersion?: number
  /** Reason why it was not made. */
  problem?: { message: string } | null | undefined
}

export interface Missing {
  userId: number
  kinds: DocumentKind[]
}

export interface Decision {
  status: 'join' | 'reject' | 'invalid' | 'register'
  reason?: string
  missing?: Missing[]
}

/** The server takes one entry plus a hundred more. */
const AT_ONCE = 101

/** An entry, and the version of it that staff see. */
type Seen = Pick<DeskEntrant, 'id' | 'version'>

const versionsOf = (entrants: readonly Seen[]) => Object.fromEntries(entrants.map(({ id, version }) => [id, version]))

/** Decides about entries as shown, each with its own outcome; `onStep` receives the outcomes as they come. */
export async function decideAll(entrants: readonly Seen[], decision: Decision, onStep: (outcomes: Outcome[]) => void): Promise<void> {
  for (let at = 0; at < entrants.length; at += AT_ONCE) {
    const some = entrants.slice(at, at + AT_ONCE)
    const [first, ...more] = some.map(({ id }) => id)
    if (first === undefined) return
    const body = { ...decision, ids: more, versions: versionsOf(some) }
    try {
      // One after the other, so that places are given in the order of the list.
      // oxlint-disable-next-line no-await-in-loop
      const { items, entriesVersion } = await answerOf(registrationDecide({ path: { id: first }, body }))
      onStep(items.map((item) => ({ ...item, entriesVersion })))
    } catch (error) {
      onStep(some.map(({ id }) => ({ id, problem: problemOf(error) })))
    }
  }
}

/** Lists what each player still has to hand in: missing documents and incorrect ones. */
export function missingOf(players: readonly EntryPlayer[]): Missing[] {
  return players
    .filter(({ left }) => !left)
    .map(({ userId, documents }) => ({
      userId,
      kinds: documents.filter(({ documentId, checked }) => !documentId || checked === 'invalid').map(({ kind }) => kind),
    }))
    .filter(({ kinds }) => kinds.length > 0)
}

/** Asks an entrant for documents. Entries with incorrect documents then wait for new ones; otherwise only a notice is sent. */
export async function askForDocuments(
  tournamentId: number,
  entrant: Pick<DeskEntrant, 'id' | 'version' | 'teamId' | 'status'>,
  missing: Missing[],
  note: string,
): Promise<Outcome> {
  const decidable = mayBeFoundInvalid(entrant.status)
  if (decidable) {
    const body = { status: 'invalid' as const, missing, ids: [], versions: versionsOf([entrant]), ...(note && { reason: note }) }
    const { items, entriesVersion } = await answerOf(registrationDecide({ path: { id: entrant.id }, body }))
    return { id: entrant.id, ...items[0], entriesVersion }
  }
  await answerOf(
    registrationSendMissingNotice({
      path: { teamId: entrant.teamId ?? 0 },
      body: { tournamentId, entrantId: entrant.id, missing, ...(note && { note }) },
    }),
  )
  return { id: entrant.id, status: entrant.status }
}

const TOGETHER = 3

/** Does the same for many: each is asked for what it lacks. `nothing` is the text for entries that lack nothing. */
export async function askAll(
  tournamentId: number,
  entrants: readonly DeskEntrant[],
  note: string,
  nothing: string,
  onStep: (outcomes: Outcome[]) => void,
): Promise<void> {
  const queue = [...entrants]
  const work = async () => {
    for (let entrant = queue.shift(); entrant; entrant = queue.shift()) {
      try {
        // A few at once, not all.
        // oxlint-disable-next-line no-await-in-loop
        const { players } = await answerOf(registrationListDocuments({ path: { id: entrant.id } }))
        const missing = missingOf(players)
        // oxlint-disable-next-line no-await-in-loop
        onStep([
          missing.length === 0
            ? { id: entrant.id, problem: { message: nothing } }
            : await askForDocuments(tournamentId, entrant, missing, note),
        ])
      } catch (error) {
        onStep([{ id: entrant.id, problem: problemOf(error) }])
      }
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
}
