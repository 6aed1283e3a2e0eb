import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  CurrentTournaments,
  Tournament,
  TournamentBrief,
  TournamentCard,
  TournamentCardPage,
  TournamentLanes,
  TournamentLive,
} from '@/api/generated'
import { type Live, useTopic } from '@/live'
import { currentQuery, lanesQuery } from './loaded'

/** Updates a card from an event, unless the card is newer. */
export function withTold<Card extends TournamentBrief | TournamentCard>(card: Card, told: TournamentLive): Card {
  if (card.id !== told.id || card.liveVersion > told.version) return card
  const { phase, next, joined, waiting, entriesVersion, capacity, score, version } = told
  const counts = entriesVersion < card.entriesVersion ? {} : { joined, waiting, entriesVersion }
  return { ...card, phase, next, capacity, score, liveVersion: version, ...counts }
}

/** Writes an event into every cached answer that shows the tournament. */
export function showTold(client: QueryClient, told: TournamentLive): void {
  client.setQueryData<Tournament>(['tournament', told.id], (shown) => shown && withTold(shown, told))
  client.setQueryData<TournamentLanes>(lanesQuery.queryKey, (lanes) => lanes && eachCard(lanes, (card) => withTold(card, told)))
  client.setQueryData<CurrentTournaments>(currentQuery.queryKey, (current) => current && eachBrief(current, (card) => withTold(card, told)))
  client.setQueriesData<TournamentCardPage>(
    { queryKey: ['tournaments'] },
    (page) => page && { ...page, items: page.items.map((card) => withTold(card, told)) },
  )
}

export const LANES = ['register', 'competition', 'upcoming', 'draw', 'finished'] as const

function eachCard(lanes: TournamentLanes, change: (card: TournamentCard) => TournamentCard): TournamentLanes {
  return { ...lanes, ...Object.fromEntries(LANES.map((lane) => [lane, lanes[lane].map(change)])) }
}

function eachBrief({ playing, open }: CurrentTournaments, change: (card: TournamentBrief) => TournamentBrief): CurrentTournaments {
  return { playing: playing.map(change), open: open.map(change) }
}

/** A card keeps itself current. */
export function useLiveCard({ live }: { live: Live }): void {
  const client = useQueryClient()
  useTopic(live, { 'tournament.changed': (told) => showTold(client, told) })
}

const TOURNAMENTS = { topic: 'public:tournaments' }
/** Right after the first paint the answers are fresh. */
const FRESH_MS = 10_000
/** Tournaments change their phase at full hours, many at once. */
const TOGETHER_MS = 300

/** Fetches lists again when any tournament enters another phase: it moves to another place in them. */
export function useLiveLists(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const again = (staleOnly = false) => {
    const predicate = ({ state }: { state: { dataUpdatedAt: number } }) => !staleOnly || Date.now() - state.dataUpdatedAt > FRESH_MS
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      for (const queryKey of [lanesQuery.queryKey, currentQuery.queryKey, ['tournaments']])
        void client.invalidateQueries({ queryKey, predicate })
    }, TOGETHER_MS)
  }
  useTopic(TOURNAMENTS, { 'tournaments.changed': () => again() }, { onReload: () => again(true) })
}
