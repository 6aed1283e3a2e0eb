const MOST = 3

/** The tournaments to look at: not entered yet, first those of games that the team has played, then those that close first. */
export function toEnter<Card extends { id: number; inviteOnly: boolean; game: { slug: string } }>(
  open: readonly Card[],
  entries: ReadonlyArray<{ tournamentId: number; gameSlug: string }>,
): Card[] {
  const entered = new Set(entries.map(({ tournamentId }) => tournamentId))
  const played = new Set(entries.map(({ gameSlug }) => gameSlug))
  const free = open.filter(({ id, inviteOnly }) => !entered.has(id) && !inviteOnly)
  return [...free.filter(({ game }) => played.has(game.slug)), ...free.filter(({ game }) => !played.has(game.slug))].slice(0, MOST)
}
