import type { MatchGame, MatchSide } from '@/api/generated'

/** Returns the winner of a game; nobody wins a drawn one. */
export const winnerOfGame = ({ home, away }: MatchGame): MatchSide | undefined =>
  home === away ? undefined : home > away ? 'home' : 'away'

/** Games won by each side. */
export function wins(games: readonly MatchGame[]): Record<MatchSide, number> {
  const of = (side: MatchSide) => games.filter((game) => winnerOfGame(game) === side).length
  return { home: of('home'), away: of('away') }
}

/** Returns the winner of a series; more wins than it has games are impossible. */
export function winnerOf(games: readonly MatchGame[], bestOf: number): MatchSide | undefined {
  const { home, away } = wins(games)
  const needed = Math.floor(bestOf / 2) + 1
  return home >= needed ? 'home' : away >= needed ? 'away' : undefined
}

/** The games of a series that may be filled in: one more than were won, until it is over. */
export function openGames(games: readonly MatchGame[], bestOf: number): number {
  const over = games.findIndex((_, index) => winnerOf(games.slice(0, index + 1), bestOf))
  if (over >= 0) return over + 1
  const level = games.findIndex((game) => !winnerOfGame(game))
  return Math.min(bestOf, level >= 0 ? level + 1 : games.length + 1)
}

/** Returns the typed games that count: up to the one that decides. */
export const playedGames = (games: readonly MatchGame[], bestOf: number): MatchGame[] =>
  games.slice(0, openGames(games, bestOf)).filter((game) => winnerOfGame(game))

/** Returns the drawn game of a series that needs a winner; an empty game does not count. */
export function drawnGame(games: readonly MatchGame[], bestOf: number): number | undefined {
  const at = games.slice(0, openGames(games, bestOf)).findIndex((game) => !winnerOfGame(game) && game.home > 0)
  return at >= 0 ? at : undefined
}
