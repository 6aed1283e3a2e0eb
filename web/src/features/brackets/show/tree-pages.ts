import { isSettledMatch } from '@/api/state-sets.gen'
import type { BracketMatch } from '@/api/generated'
import { type Round, roundsOf } from '../rounds'

/** A part of a bracket that is readable from five metres: the matches of one tree, and their rounds. */
export interface TreePage {
  key: string
  matches: BracketMatch[]
  rounds: Round[]
}

const COLUMNS = 3
const LINES = 4
/** Most matches of a large round in rotation: the ones in play. */
const MOST = 8

const isOpen = ({ state }: BracketMatch) => !isSettledMatch(state)

/** Returns the round in play and the rounds after it, page by page; the losers' rounds are apart. */
export function pagesOf(matches: readonly BracketMatch[]): TreePage[] {
  const rounds = roundsOf(matches)
  const third = rounds.filter(({ part }) => part === 'third')
  return [
    ...lanePages(
      'tree',
      rounds.filter(({ part }) => part === 'main' || part === 'final'),
      third,
    ),
    ...lanePages(
      'losers',
      rounds.filter(({ part }) => part === 'losers'),
      [],
    ),
  ]
}

function lanePages(name: string, lane: readonly Round[], third: readonly Round[]): TreePage[] {
  const open = lane.findIndex((round) => round.matches.some(isOpen))
  // A grand final and its decider overlap: with them one more round fits.
  const most = COLUMNS + (lane.some(({ part }) => part === 'final') ? 1 : 0)
  const end = Math.max(0, lane.length - most)
  const start = Math.min(open < 0 ? lane.length : open, end)
  const rounds = lane.slice(start, start + (start === end ? most : COLUMNS))
  const count = Math.max(1, Math.ceil((rounds[0]?.drawn ?? 0) / LINES))
  const ends = start === end ? third : []
  const pages = Array.from({ length: count }, (_, page): TreePage => {
    const shown = rounds.flatMap((round, index) =>
      round.matches
        .filter(({ number }) => Math.floor(((number - 1) * count) / round.drawn) === page)
        // One tree, whatever parts the rounds belong to.
        .map((match): BracketMatch => ({ ...match, part: 'main', round: index + 1 })),
    )
    return {
      key: `${name} ${start} ${page}`,
      matches: shown.length > 0 ? [...shown, ...ends.flatMap((round) => round.matches)] : [],
      rounds: [...rounds, ...ends],
    }
  }).filter((page) => page.matches.length > 0)
  return pages.length > MOST ? pages.filter((page) => page.matches.some(isOpen)).slice(0, MOST) : pages
}
