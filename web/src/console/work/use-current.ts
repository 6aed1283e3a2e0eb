import { useState } from 'react'
import { type ApiCode, problemOf } from '@/api/problem'

interface Shown<Item> {
  item: Item
  /** The version that was shown before this one. */
  before?: Item
  /** Whether the list has it no longer. */
  gone: boolean
}

interface Source<Item> {
  /** The refusals after which the item is not as it was shown. */
  changedBy: readonly ApiCode[]
  /** Loads the list again; undefined when that failed. */
  reload: () => Promise<readonly Item[] | undefined>
  isSame: (one: Item, other: Item) => boolean
}

/**
 * The version of an item that a dialog shows and decides on. When a decision is refused because the item has changed, the list is loaded again and
 * the new version takes the place of the old one.
 */
export function useCurrent<Item>(chosen: Item, { changedBy, reload, isSame }: Source<Item>) {
  const [shown, setShown] = useState<Shown<Item>>({ item: chosen, gone: false })
  return {
    ...shown,
    /** Waits for the call that decides; a refusal is still thrown. */
    decided: async (call: Promise<unknown>) => {
      try {
        return await call
      } catch (error) {
        const items = changedBy.includes(problemOf(error).code) ? await reload() : undefined
        const item = items?.find((other) => isSame(other, shown.item))
        if (items) setShown(item ? { item, before: shown.item, gone: false } : { ...shown, gone: true })
        throw error
      }
    },
  }
}
