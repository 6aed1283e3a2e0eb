import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export interface Versioned {
  version: number
}

interface Item<Full, Patch> {
  full?: Full
  patch?: Patch
}

/** Live things by key, each as new as the newest of its REST answer and its last event, in whichever order they came. */
export interface VersionedStore<Full extends Versioned, Patch extends Versioned> {
  /** A REST answer. An older one than is known changes nothing. */
  load(key: string | number, full: Full): void
  /** An event's snapshot. Answers whether it was news. */
  apply(key: string | number, patch: Patch): boolean
  get(key: string | number): Full | undefined
  forget(key: string | number): void
  /** `loaded` is a REST answer kept elsewhere (in a query cache, say); it counts as if it had been loaded. */
  useItem(key: string | number, loaded?: Full): Full | undefined
}

/** `merge` lays an event's snapshot over a full but older thing; it must not change either. */
export function createVersionedStore<Full extends Versioned, Patch extends Versioned = Full>(
  merge: (full: Full, patch: Patch) => Full,
): VersionedStore<Full, Patch> {
  type Items = Record<string, Item<Full, Patch>>
  const store = createStore<Items>()(() => ({}))
  const item = (key: string | number) => store.getState()[key]
  const put = (key: string | number, next: Item<Full, Patch>) => store.setState({ [key]: next })
  const value = ({ full, patch }: Item<Full, Patch>, loaded?: Full): Full | undefined => {
    const base = newer(full, loaded)
    return base && patch && patch.version > base.version ? merge(base, patch) : base
  }

  return {
    load(key, full) {
      const known = item(key)
      if (newer(known?.full, full) === full) put(key, { ...known, full })
    },
    apply(key, patch) {
      const known = item(key)
      if (patch.version <= Math.max(known?.full?.version ?? -Infinity, known?.patch?.version ?? -Infinity)) return false
      put(key, { ...known, patch })
      return true
    },
    get: (key) => value(item(key) ?? {}),
    forget: (key) => store.setState((items) => Object.fromEntries(Object.entries(items).filter(([other]) => other !== String(key))), true),
    useItem(key, loaded) {
      const known = useStore(store, (items) => items[key])
      return useMemo(() => value(known ?? {}, loaded), [known, loaded])
    },
  }
}

/** The one with the higher version; of equals the second, which was read later. */
function newer<T extends Versioned>(a: T | undefined, b: T | undefined): T | undefined {
  if (!a || !b) return a ?? b
  return b.version >= a.version ? b : a
}
