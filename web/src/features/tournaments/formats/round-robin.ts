import { type FormatRules, groupSizes, type SimulatedStage } from './format'

/** The bounds of a stage, as on the server. */
export const MOST_MATCHES = 20_000

export function groupMatches({ groups, doubleRound }: Pick<SimulatedStage, 'groups' | 'doubleRound'>, entrants: number): number {
  const pairs = groupSizes(entrants, groups).reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  return doubleRound ? pairs * 2 : pairs
}

export const roundRobin: FormatRules = {
  view: 'tables',
  hasGroups: true,
  hasHeats: false,
  kind: () => 'round-robin',
  kindOfGroups: 'groups',
  settings: [['groups', 'winnersPerGroup', 'doubleRound'], 'series', 'groupCounting'],
  lengths: [1, 2, 3, 5],
  seriesCount: () => 1,
  usualLength: () => 1,
  goingOn: ({ groups, winnersPerGroup }) => groups * winnersPerGroup,
  byes: () => 0,
  rounds: (stage, entrants, seriesOf) => {
    const [bestOf = 1] = seriesOf(stage)
    const sizes = groupSizes(entrants, stage.groups)
    const times = stage.doubleRound ? 2 : 1
    const roundsOf = (size: number) => (size < 2 ? 0 : size % 2 === 0 ? size - 1 : size) * times
    return Array.from({ length: Math.max(0, ...sizes.map(roundsOf)) }, (_, round) => {
      const playing = sizes.filter((size) => round < roundsOf(size))
      return [{ part: 'groups', left: entrants, matches: playing.reduce((sum, size) => sum + Math.floor(size / 2), 0), bestOf }]
    })
  },
}
