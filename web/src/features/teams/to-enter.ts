const MOST = 3

interface Card {
  id: number
  inviteOnly: boolean
  category: string
  game: { slug: string }
}

/** Series of students of one level, by their code. */
const LEVELS: Record<string, string> = { S: 'school', U: 'university' }

/**
 * Returns tournaments to suggest: not entered yet, and not for students of another level. Games that the team has played come first, then those
 * that close first.
 */
export function toEnter<Open extends Card>(
  open: readonly Open[],
  entries: ReadonlyArray<{ tournamentId: number; gameSlug: string }>,
  level: string | null | undefined,
): Open[] {
  const entered = new Set(entries.map(({ tournamentId }) => tournamentId))
  const played = new Set(entries.map(({ gameSlug }) => gameSlug))
  const suits = ({ category }: Open) => !LEVELS[category] || LEVELS[category] === level
  const free = open.filter((card) => !entered.has(card.id) && !card.inviteOnly && suits(card))
  return [...free.filter(({ game }) => played.has(game.slug)), ...free.filter(({ game }) => !played.has(game.slug))].slice(0, MOST)
}
