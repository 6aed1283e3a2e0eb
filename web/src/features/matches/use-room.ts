import type { MatchNow, MatchRoom } from '@/api/generated'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useKnown } from '@/api/use-known'
import { useLanguage } from '@/i18n'
import { type Handlers, useConnectionMark, usePresence, useTopic } from '@/live'
import { heardRoom, roomKey, roomQuery } from './queries'
import { asksAgain, withNow } from './room'

/** Spectators refetch at a random moment within this time, not all at once. */
const SPREAD_MS = 2_000

/** A match room that keeps itself current. */
export function useRoom(id: number) {
  const client = useQueryClient()
  const query = useQuery({ ...roomQuery(id, useLanguage()), enabled: useKnown() })
  const { data: room, refetch } = query
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const handlers: Handlers = {
    'match.changed': (now) => showNow(client, now),
    // A viewer without a part in the match listens to the bracket.
    'bracket.changed': ({ tournamentId, matches }) => {
      if (tournamentId !== room?.tournament.id || !matches.some((match) => match.id === id)) return
      later.current ??= setTimeout(() => {
        later.current = undefined
        void refetch()
      }, Math.random() * SPREAD_MS)
    },
  }
  useTopic(room?.live, handlers, { onReload: () => void refetch() })
  return query
}

/** Shows a room's state from an event or a refusal, and fetches the rest. */
export function showNow(client: QueryClient, now: MatchNow): void {
  heardRoom(now.matchId, now.version)
  const queryKey = roomKey(now.matchId)
  const shown = client.getQueriesData<MatchRoom>({ queryKey })
  const again = shown.some(([, room]) => room && asksAgain(room.now, now))
  client.setQueriesData<MatchRoom>({ queryKey }, (room) => room && withNow(room, now))
  if (again) void client.invalidateQueries({ queryKey })
}

/** Shows the room from the answer to the user's own step. */
export function showRoom(client: QueryClient, answer: MatchRoom, language: string): void {
  heardRoom(answer.id, answer.now.version)
  client.setQueryData<MatchRoom>([...roomKey(answer.id), language], (shown) =>
    shown && shown.now.version > answer.now.version ? { ...answer, now: shown.now } : answer,
  )
}

/** Ids of the users in the room. Outsiders do not see them, and they are unknown while the connection is lost. */
export function useHere(room: MatchRoom): ReadonlySet<string> | undefined {
  const { topic } = room.live
  const users = usePresence(topic.startsWith('match:') ? topic : undefined)
  return useConnectionMark().label === 'live' ? new Set(users) : undefined
}
