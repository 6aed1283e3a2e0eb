import { type FormatRules, groupSizes, type SimulatedStage } from './format'

/** Returns the heats of a map, and their number of turns: parts of half a lobby meet each other one after another. */
export function heatsOf(stage: SimulatedStage, entrants: number, sides: number): { heats: number; turns: number } {
  const groups = groupSizes(entrants, stage.groups).map((size) => {
    if (size <= sides || stage.heats === 'split') return { heats: Math.ceil(size / sides), turns: 1 }
    const parts = Math.ceil(size / Math.max(1, Math.floor(sides / 2)))
    return { heats: (parts * (parts - 1)) / 2, turns: parts - 1 + (parts % 2) }
  })
  return { heats: groups.reduce((sum, { heats }) => sum + heats, 0), turns: Math.max(1, ...groups.map(({ turns }) => turns)) }
}

export const survivor: FormatRules = {
  view: 'board',
  hasGroups: true,
  hasHeats: true,
  kind: () => 'survivor',
  settings: [['groups', 'maps', 'winnersPerGroup'], 'pointTable', 'survivorCounting'],
  lengths: [],
  seriesCount: () => 0,
  usualLength: () => 1,
  goingOn: ({ groups, winnersPerGroup }) => groups * winnersPerGroup,
  byes: () => 0,
  // All maps in one sitting, or in as many as the hours allow; heats without a common entrant are played at the same time.
  rounds: (stage, entrants, _, limits) => {
    const { heats, turns } = heatsOf(stage, entrants, limits.sides)
    const games = stage.maps * turns
    // Returns the maps of all heats played up to a game.
    const played = (game: number) => Math.round((heats * stage.maps * game) / games)
    return Array.from({ length: Math.ceil(games / limits.games) }, (_, index) => {
      const [from, to] = [index * limits.games, Math.min(games, (index + 1) * limits.games)]
      return [{ part: 'maps', left: entrants, matches: played(to) - played(from), bestOf: to - from }]
    })
  },
}
