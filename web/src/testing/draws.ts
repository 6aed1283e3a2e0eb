import type { Bracket, BracketEntrant, BracketMatch, BracketPart, BracketSlot } from '@/api/generated'

// Brackets as the server draws them (domain/src/bracket/elimination.rs), for tests.

const lines = (size: number): number[] => {
  let order = [1]
  while (order.length < size) order = order.flatMap((seed) => [seed, order.length * 2 + 1 - seed])
  return order
}

type Drawn = Omit<BracketMatch, 'label' | 'state' | 'version' | 'bestOf'>

class Maker {
  readonly matches: Drawn[] = []

  add(part: BracketPart, round: number, number: number, home: BracketSlot, away: BracketSlot): number {
    const id = this.matches.length + 1
    this.matches.push({ id, part, round, number, home, away })
    return id
  }

  winners(entrants: number, size: number, round: number, before: readonly number[]): number[] {
    const order = lines(size)
    return Array.from({ length: size >> round }, (_, at) => {
      const slot = (side: number): BracketSlot => {
        const seed = order[at * 2 + side] ?? 0
        if (round > 1) return { winnerOf: before[at * 2 + side] ?? 0 }
        return seed <= entrants ? { contestantId: seed } : { bye: true }
      }
      return this.add('main', round, at + 1, slot(0), slot(1))
    })
  }
}

/** Contestants are 1, 2, … in the order of seeds. */
export function singleBracket(entrants: number, third = false): Bracket {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, entrants)))
  const rounds = Math.log2(size)
  const made = new Maker()
  let before: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    if (third && round === rounds && rounds > 1) made.add('third', 1, 1, { loserOf: before[0] ?? 0 }, { loserOf: before[1] ?? 0 })
    before = made.winners(entrants, size, round, before)
  }
  return bracketOf(entrants, made.matches, 'single')
}

export function doubleBracket(entrants: number, reset = true): Bracket {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, entrants)))
  const rounds = Math.log2(size)
  const made = new Maker()
  let upper = made.winners(entrants, size, 1, [])
  let lower: number[] | undefined
  for (let round = 2; round <= rounds; round += 1) {
    const drops = size >> round
    const [fall, last] = [upper, lower]
    const merged = Array.from({ length: drops }, (_, at) =>
      last
        ? made.add('losers', round * 2 - 3, at + 1, { winnerOf: last[at * 2] ?? 0 }, { winnerOf: last[at * 2 + 1] ?? 0 })
        : made.add('losers', 1, at + 1, { loserOf: fall[at * 2] ?? 0 }, { loserOf: fall[at * 2 + 1] ?? 0 }),
    )
    upper = made.winners(entrants, size, round, upper)
    const next = upper
    lower = merged.map((from, at) => made.add('losers', round * 2 - 2, at + 1, { loserOf: next[drops - 1 - at] ?? 0 }, { winnerOf: from }))
  }
  const end = upper[0] ?? 0
  const final = made.add('final', 1, 1, { winnerOf: end }, lower?.[0] ? { winnerOf: lower[0] } : { loserOf: end })
  if (reset) made.add('final', 2, 1, { loserOf: final }, { winnerOf: final })
  return bracketOf(entrants, made.matches, 'double')
}

function bracketOf(count: number, drawn: readonly Drawn[], elimination: 'single' | 'double'): Bracket {
  let label = 0
  const matches = drawn.map((match): BracketMatch => {
    const bye = match.home.bye || match.away.bye
    if (!bye) label += 1
    return {
      ...match,
      bestOf: 3,
      version: 1,
      state: bye ? 'bye' : match.round === 1 && match.part === 'main' ? 'ready' : 'locked',
      ...(!bye && { label: String(label) }),
    }
  })
  const entrants: BracketEntrant[] = Array.from({ length: count }, (_, index) => ({
    contestantId: index + 1,
    name: `Team ${index + 1}`,
    shortName: `T${index + 1}`,
    seed: index + 1,
  }))
  return {
    tournamentId: 7,
    stage: 1,
    stages: [{ stage: 1, format: 'bracket', state: 'published', entrants: count, matches: matches.length, decided: 0 }],
    version: 1,
    live: { topic: 'public:bracket:7' },
    settings: { format: 'bracket', elimination, doubleRound: false, series: [3], thirdPlace: false },
    entrants,
    matches,
    groups: [],
    survivor: [],
    prizes: [],
    winners: [],
    tournamentVersion: 1,
    finished: false,
  }
}
