import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type DocumentCheck,
  type EntryDocuments,
  type PlayerDocument,
  registrationGetEntry,
  registrationListDocuments,
  registrationListEntrants,
  registrationListPhones,
} from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import type { Language } from '@/i18n/language'

/** All entries of a tournament, as its desk shows them. */
export const entrantsQuery = (tournamentId: number) =>
  queryOptions({
    queryKey: ['deskEntrants', tournamentId],
    queryFn: () => answerOf(registrationListEntrants({ body: { tournamentId } })),
    staleTime: 10_000,
  })

export const deskEntryQuery = (entrantId: number, language: Language) =>
  queryOptions({
    queryKey: ['deskEntry', entrantId, language],
    queryFn: () => answerOf(registrationGetEntry({ path: { id: entrantId } })),
    staleTime: 10_000,
  })

/** The documents of an entry by player; pictures are fetched one by one. */
export const evidenceQuery = (entrantId: number, language: Language) =>
  queryOptions({
    queryKey: ['deskEvidence', entrantId, language],
    queryFn: () => answerOf(registrationListDocuments({ path: { id: entrantId } })),
    staleTime: 10_000,
  })

export const phonesQuery = (teamId: number, tournamentId: number) =>
  queryOptions({
    queryKey: ['deskPhones', tournamentId, teamId],
    queryFn: () => answerOf(registrationListPhones({ path: { teamId, tournamentId } })),
    staleTime: 60_000,
  })

/** Marks a document as checked at once, so that the next one can be judged before the entry has been fetched again. */
export function showCheck(
  queries: QueryClient,
  entrantId: number,
  paper: Pick<PlayerDocument, 'documentId' | 'kind'>,
  checked: DocumentCheck,
): void {
  const queryKey = ['deskEvidence', entrantId]
  queries.setQueriesData<EntryDocuments>(
    { queryKey },
    (evidence) =>
      evidence && {
        ...evidence,
        players: evidence.players.map((player) => ({
          ...player,
          documents: player.documents.map((document) =>
            document.documentId === paper.documentId && document.kind === paper.kind ? { ...document, checked } : document,
          ),
        })),
      },
  )
  void queries.invalidateQueries({ queryKey })
}

/** Fetches an entry again that someone else has changed in the meantime. */
export function readAgainIfChanged(queries: QueryClient, tournamentId: number, entrantId: number, error: Error): void {
  if (problemOf(error).code !== 'entry_changed') return
  for (const queryKey of [entrantsQuery(tournamentId).queryKey, ['deskEntry', entrantId], ['deskEvidence', entrantId]])
    void queries.invalidateQueries({ queryKey })
}
