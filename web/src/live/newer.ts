interface Versioned {
  version: number
}

/**
 * Returns the one of the higher version of what the query cache has and what an answer or an event tells, in whichever order they came; of
 * equals the second, which was read later. This is how everything live is merged.
 */
export function newer<T extends Versioned>(shown: T | undefined, told: T): T {
  return shown && shown.version > told.version ? shown : told
}
