import type { Environment } from './environment'
import type { ClientFrame } from './wire'

/** The hub takes 120 frames at once (all topics when it connects) and then 20 a second, and closes on more: stay below both. */
const BURST = 110
/** Milliseconds. */
const EVERY = 60

/** Holds frames back so that a page with many topics stays within the hub's limit. Their order stays. */
export class Pacer {
  readonly #env: Environment
  readonly #out: (frame: ClientFrame) => void
  #queue: ClientFrame[] = []
  #credit = BURST
  #creditAt = 0
  #cancel: (() => void) | undefined

  constructor(env: Environment, out: (frame: ClientFrame) => void) {
    this.#env = env
    this.#out = out
  }

  send(frame: ClientFrame): void {
    this.#queue.push(frame)
    this.#pump()
  }

  /** Sends if nothing waits and the pace allows it. */
  sendNow(frame: ClientFrame): boolean {
    this.#refill()
    if (this.#queue.length > 0 || this.#credit < 1) return false
    this.send(frame)
    return true
  }

  /** For the few frames that cannot wait. They count, too. */
  urgent(frame: ClientFrame): void {
    this.#refill()
    this.#credit -= 1
    this.#out(frame)
  }

  /** Resets for a new socket: nothing waits, and the allowance is full. */
  clear(): void {
    this.#queue = []
    this.#credit = BURST
    this.#creditAt = this.#env.now()
    this.#cancel?.()
    this.#cancel = undefined
  }

  #refill(): void {
    const now = this.#env.now()
    this.#credit = Math.min(BURST, this.#credit + Math.max(0, now - this.#creditAt) / EVERY)
    this.#creditAt = now
  }

  #pump(): void {
    this.#refill()
    while (this.#credit >= 1) {
      const frame = this.#queue.shift()
      if (!frame) return
      this.#credit -= 1
      this.#out(frame)
    }
    if (this.#queue.length === 0 || this.#cancel) return
    this.#cancel = this.#env.after(EVERY, () => {
      this.#cancel = undefined
      this.#pump()
    })
  }
}
