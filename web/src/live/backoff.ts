/** Full jitter: anywhere between zero and 0.5 s · 2ⁿ, at most 30 s. `attempt` counts failures from 0. */
export function backoff(attempt: number, random: number): number {
  return Math.round(random * Math.min(30_000, 500 * 2 ** attempt))
}

/** For when the hub asked for fewer attempts: never under 5 s, up to a minute and more. */
export function slowBackoff(attempt: number, random: number): number {
  return 5_000 + Math.round(random * Math.min(60_000, 5_000 * 2 ** attempt))
}
