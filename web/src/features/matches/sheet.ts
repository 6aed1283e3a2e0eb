import type { MatchGame, MatchSide } from '@/api/generated'
import { openGames, winnerOf, wins } from '@/features/brackets/run/series'
import { otherSide } from './room'

/** A game being entered: its winner is chosen, its points may not fit yet. */
export interface GameDraft {
  winner?: MatchSide
  home: number
  away: number
}

const EMPTY: GameDraft = { home: 0, away: 0 }

/** Returns the games as far as winners are chosen. */
const outcomes = (drafts: readonly GameDraft[]): MatchGame[] =>
  drafts.map(({ winner }) => ({ home: winner === 'home' ? 1 : 0, away: winner === 'away' ? 1 : 0 }))

/** Number of games that can be entered: one more than were won, and none after the deciding one. */
export const openDrafts = (drafts: readonly GameDraft[], bestOf: number): number => openGames(outcomes(drafts), bestOf)

/** Returns the games won by each side, and the winner of the series. */
export function standing(drafts: readonly GameDraft[], bestOf: number) {
  const played = outcomes(drafts).slice(0, openDrafts(drafts, bestOf))
  return { ...wins(played), winner: winnerOf(played, bestOf) }
}

const replaced = (drafts: readonly GameDraft[], index: number, draft: GameDraft): GameDraft[] =>
  Array.from({ length: Math.max(drafts.length, index + 1) }, (_, at) => (at === index ? draft : (drafts[at] ?? EMPTY)))

/** Marks a side as the winner of a game. Points that contradict it go to the other side. */
export function withWinner(drafts: readonly GameDraft[], index: number, winner: MatchSide): GameDraft[] {
  const other = otherSide(winner)
  const draft = { ...EMPTY, ...drafts[index], winner }
  if (draft[winner] < draft[other]) [draft[winner], draft[other]] = [draft[other], draft[winner]]
  else if (draft[winner] === draft[other]) draft[winner] += 1
  return replaced(drafts, index, draft)
}

export const withPoints = (drafts: readonly GameDraft[], index: number, side: MatchSide, points: number): GameDraft[] =>
  replaced(drafts, index, { ...EMPTY, ...drafts[index], [side]: points })

/** Returns the first game whose winner does not have more points than the other. */
export function faultOf(drafts: readonly GameDraft[], bestOf: number): number | undefined {
  const found = drafts
    .slice(0, openDrafts(drafts, bestOf))
    .findIndex(({ winner, ...points }) => winner && points[winner] <= points[otherSide(winner)])
  return found < 0 ? undefined : found
}

/** Returns the games to send, if the series is decided and consistent. */
export function gamesOf(drafts: readonly GameDraft[], bestOf: number): MatchGame[] | undefined {
  if (!standing(drafts, bestOf).winner || faultOf(drafts, bestOf) !== undefined) return undefined
  return drafts.slice(0, openDrafts(drafts, bestOf)).map(({ home, away }) => ({ home, away }))
}
