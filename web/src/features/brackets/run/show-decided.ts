import type { Bracket, MatchDecided } from '@/api/generated'
import type { QueryClient } from '@tanstack/react-query'
import { bracketQuery } from '../queries'

/** Shows the user's own decision at once; ranks and the rest follow with the event, or with the next answer. */
export function showDecided(client: QueryClient, { tournamentId, stage }: Bracket, { match, changed }: MatchDecided): void {
  const news = new Map([match, ...changed].map((each) => [each.id, each]))
  // The version is left to the event, which carries more than this.
  client.setQueriesData<Bracket>({ queryKey: ['bracket', tournamentId] }, (shown) =>
    shown && shown.stage === stage ? { ...shown, matches: shown.matches.map((each) => newerOf(each, news.get(each.id))) } : shown,
  )
  void client.invalidateQueries({ queryKey: bracketQuery(tournamentId).queryKey.slice(0, 2), refetchType: 'none' })
}

const newerOf = <T extends { version: number }>(shown: T, told: T | undefined): T => (told && told.version >= shown.version ? told : shown)
