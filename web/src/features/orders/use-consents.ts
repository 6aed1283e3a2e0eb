import { useState } from 'react'
import { queries } from '@/api/queries'
import { cartQuery } from '@/features/cart/cart'
import type { Item } from './items'

/** A consent being asked for, and what follows once it is given. */
interface Asking {
  item: Item
  next: () => void
}

/** The consents of owners of numbers: an order waits for those that are missing, which are asked for one after another. */
export function useConsents(items: readonly Item[]) {
  const [given, setGiven] = useState<readonly string[]>([])
  const [asking, setAsking] = useState<Asking>()
  /** Asks for the next missing one, or goes on. */
  const advance = (known: readonly string[], next: () => void) => {
    // One consent is good for every package on the number.
    const item = items.find(({ consentNeeded, playerName }) => consentNeeded && !known.includes(playerName))
    setAsking(item && { item, next })
    if (!item) next()
  }
  return {
    asking: asking?.item,
    close: () => setAsking(undefined),
    /** Goes on once all are given. */
    ensure: (next: () => void) => advance(given, next),
    /** Asks for one that the order was refused without: it may have run out meanwhile. `number`: masked. */
    askAbout(number: unknown, next: () => void) {
      const numbers = items.filter(({ byNumber }) => byNumber)
      const item = numbers.find(({ playerName }) => playerName === number) ?? numbers[0]
      if (!item) return
      setGiven((known) => known.filter((masked) => masked !== item.playerName))
      setAsking({ item, next })
    },
    give() {
      if (!asking) return
      const known = [...given, asking.item.playerName]
      setGiven(known)
      void queries.invalidateQueries({ queryKey: cartQuery.queryKey })
      advance(known, asking.next)
    },
  }
}
