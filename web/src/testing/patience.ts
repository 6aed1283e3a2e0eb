// A busy machine may stand still for seconds: an awaited result is late then, not missing.
export const PATIENCE_MS = 15_000
