import type { EntryRow } from './map-entry'

// The draft of a map is stored on this device until it is published: a closed tab or a dead battery costs nothing.

interface StoredDraft {
  version: number
  rows: EntryRow[]
}

const key = (matchId: number, map: number) => `manao.map.${matchId}.${map}`

export function saveDraft(matchId: number, map: number, draft: StoredDraft): void {
  try {
    localStorage.setItem(key(matchId, map), JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the draft is not kept.
  }
}

/** Returns undefined if the server has a newer draft, or the lobby has changed. */
export function loadDraft(matchId: number, map: number, version: number, lobby: readonly number[]): EntryRow[] | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key(matchId, map)) ?? 'null') as StoredDraft | null
    const same = found?.rows.length === lobby.length && found.rows.every(({ contestantId }) => lobby.includes(contestantId))
    return found && same && found.version === version ? found.rows : undefined
  } catch {
    return undefined
  }
}

export function clearDraft(matchId: number, map: number): void {
  try {
    localStorage.removeItem(key(matchId, map))
  } catch {
    // Nothing is stored then.
  }
}
