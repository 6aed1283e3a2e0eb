import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { create } from 'zustand'
import { beforeNextTry } from '@/api/try-again'
import { reloadIfReplaced } from './reload-guard'

/** Number of parts that failed to load and are being retried. Set after every failure. */
export const useMissingParts = create(() => ({ count: 0 }))

const addMissing = (change: number) => useMissingParts.setState(({ count }) => ({ count: count + change }))

/** Messages of browsers, and of Vite for a chunk's styles, about a file that failed to load. Any other error is a fault of the part itself. */
const NOT_FETCHED = /dynamically imported module|module script|preload CSS/i

/**
 * Loads a part of the app: texts, a chunk, a worker's code. Every late part is loaded here. It retries until the part is there, at once when the
 * network is back; until then the page says so.
 */
export async function load<T>(part: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      // Each attempt follows the failure of the previous one.
      // oxlint-disable-next-line no-await-in-loop
      const loaded = await part()
      if (failures > 0) addMissing(-1)
      return loaded
    } catch (error) {
      if (!NOT_FETCHED.test(String(error))) throw error
      addMissing(failures > 0 ? 0 : 1)
      void reloadIfReplaced()
      // oxlint-disable-next-line no-await-in-loop
      await beforeNextTry(failures)
    }
  }
}

/** A component loaded when it is first shown. */
// Only React's own type for "any props" preserves the component's.
// oxlint-disable-next-line typescript/no-explicit-any
export const part = <C extends ComponentType<any>>(chunk: () => Promise<{ default: C }>): LazyExoticComponent<C> => lazy(() => load(chunk))
