interface Versioned {
  version: number
}

/**
 * Returns the newer version of the cached value and an answer or an event, in whichever order they came. If both are equal, it returns the
 * second, which was read later. Everything live is merged like this.
 */
export function newer<T extends Versioned>(shown: T | undefined, told: T): T {
  return shown && shown.version > told.version ? shown : told
}
