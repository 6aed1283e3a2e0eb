interface Versioned {
  version: number
}

/**
 * Of what the query cache has and what an answer or an event tells: the one of the higher version, in whichever order they came. Of equals the
 * second, which was read later. This is how everything live is merged.
 */
export function newer<T extends Versioned>(shown: T | undefined, told: T): T {
  return shown && shown.version > told.version ? shown : told
}
