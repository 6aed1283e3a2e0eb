/** Time and chance of a simulated world: nothing happens except by `advance`. */

interface Due {
  at: number
  order: number
  run: () => void
}

export class SimulatedClock {
  now = 1_700_000_000_000
  readonly random: () => number
  #due: Due[] = []
  #order = 0

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  after(ms: number, run: () => void): () => void {
    const due = { at: this.now + Math.max(0, ms), order: this.#order++, run }
    this.#due.push(due)
    return () => {
      this.#due = this.#due.filter((other) => other !== due)
    }
  }

  /** Lets `ms` milliseconds pass. */
  advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const next = this.#due.reduce<Due | undefined>((first, due) => (first && before(first, due) ? first : due), undefined)
      if (!next || next.at > until) break
      this.#due = this.#due.filter((due) => due !== next)
      this.now = next.at
      next.run()
    }
    this.now = until
  }

  /** A whole number from 0 to `n` − 1. */
  pick(n: number): number {
    return Math.floor(this.random() * n)
  }
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

/** Numbers from 0 to 1 that depend on the seed only (a 32-bit mix of a Weyl sequence). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32
  }
}
