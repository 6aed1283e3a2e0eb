import { create, type StoreApi, type UseBoundStore } from 'zustand'

export type KeptStore<State> = UseBoundStore<StoreApi<State>> & {
  /** Its key in the storage. */
  key: string
  /** Takes over what another tab has written. */
  reread: () => void
}

/** A store that outlives the page, in this browser's storage. A server and the first render see the initial state. */
export function createKept<State extends object>(key: string, version: number, initial: State): KeptStore<State> {
  const store = create<State>(() => initial)
  const reread = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { state: Partial<State>; version: number } | null
      if (kept?.version === version) store.setState(kept.state)
    } catch {
      // Storage may be refused, or hold something else; then the state lasts as long as the page.
    }
  }
  reread()
  store.subscribe((state) => {
    try {
      localStorage.setItem(key, JSON.stringify({ state, version }))
    } catch {
      // As above.
    }
  })
  return Object.assign(store, { key, reread })
}
