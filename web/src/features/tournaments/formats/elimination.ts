import type { FormatRules, PlayedRound, SimulatedStage } from './format'

/** Returns the number of rounds of a bracket. */
export const bracketRounds = (entrants: number): number => (entrants < 2 ? 0 : Math.ceil(Math.log2(entrants)))

export const byesOf = (entrants: number): number => (entrants < 2 ? 0 : 2 ** bracketRounds(entrants) - entrants)

/** Returns the rounds that a bracket plays: to its winner, or until the qualifiers are left. */
const roundsPlayed = ({ qualifiers }: SimulatedStage, entrants: number) =>
  Math.max(0, bracketRounds(entrants) - (qualifiers > 1 ? Math.floor(Math.log2(qualifiers)) : 0))

function single(stage: SimulatedStage, entrants: number, series: readonly number[]): PlayedRound[][] {
  const places = 2 ** bracketRounds(entrants)
  return series.map((bestOf, index) => {
    const left = index === 0 ? entrants : places / 2 ** index
    const matches = index === 0 ? entrants - places / 2 : left / 2
    const last = index === bracketRounds(entrants) - 1
    const round: PlayedRound = { part: last ? 'final' : 'upper', left, matches, bestOf }
    // Three entrants have one beaten semi-finalist: nobody to play for the third place.
    const third = last && stage.thirdPlace && entrants > 3
    return third ? [round, { part: 'third', left: 2, matches: 1, bestOf: series[index - 1] ?? bestOf }] : [round]
  })
}

/** Both halves side by side; a loser of the upper half enters the lower one a round later. A possible second final is counted. */
function double(stage: SimulatedStage, entrants: number, series: readonly number[]): PlayedRound[][] {
  const rounds = bracketRounds(entrants)
  const places = 2 ** rounds
  const first = entrants - places / 2
  const sittings: PlayedRound[][] = [[{ part: 'upper', left: entrants, matches: first, bestOf: series[0] ?? 1 }]]
  for (let round = 1; round < rounds; round++) {
    const pairs = places / 2 ** (round + 1)
    const bestOf = series[round] ?? 1
    // In the first lower round, byes above leave places empty.
    const filled = round === 1 ? Math.min(pairs, first) : pairs
    const meeting = round === 1 ? Math.max(0, first - pairs) : pairs
    const lower: PlayedRound = { part: 'lower', left: filled + meeting, matches: meeting, bestOf }
    const upper: PlayedRound = { part: 'upper', left: pairs * 2, matches: pairs, bestOf }
    sittings.push(meeting > 0 ? [upper, lower] : [upper], [{ part: 'lower', left: filled + pairs, matches: filled, bestOf }])
  }
  const final: PlayedRound = { part: 'final', left: 2, matches: 1, bestOf: series[rounds] ?? 1 }
  sittings.push([final])
  if (stage.grandFinal === 'reset') sittings.push([final])
  return sittings
}

export const elimination: FormatRules = {
  view: 'bracket',
  hasGroups: false,
  hasHeats: false,
  kind: (stage) => (stage.elimination === 'double' ? 'double' : 'bracket'),
  settings: ['elimination', 'series', ['thirdPlace', 'grandFinal'], 'qualifiers'],
  lengths: [1, 3, 5, 7],
  // One per round, and the grand final.
  seriesCount: (stage, entrants) => roundsPlayed(stage, entrants) + (stage.elimination === 'double' && entrants > 1 ? 1 : 0),
  usualLength: (index, count) => (index < count - 2 ? 1 : index < count - 1 ? 3 : 5),
  goingOn: ({ qualifiers }) => Math.max(1, qualifiers),
  byes: byesOf,
  rounds: (stage, entrants, seriesOf) =>
    stage.elimination === 'double'
      ? double(stage, entrants, seriesOf({ ...stage, qualifiers: 0 }))
      : single(stage, entrants, seriesOf(stage)),
}
