import { useState } from 'react'
import { queries } from '@/api/queries'
import { cartQuery } from '@/features/cart/cart'
import type { Item } from './items'

/** An order that was refused for want of a consent, to be placed again once that is given. */
interface Refused {
  totalSatang: number
  again: boolean
}

/** A consent being asked for. */
interface Asking {
  item: Item
  /** Absent before the order was tried. */
  refused?: Refused | undefined
}

/** The consents of owners of numbers: an order waits for those that are missing, which are asked for one after another. */
export function useConsents(items: readonly Item[]) {
  const [given, setGiven] = useState<readonly string[]>([])
  const [asking, setAsking] = useState<Asking>()
  /** Asks for the next missing one; returns whether there is none. */
  const advance = (known: readonly string[], refused?: Refused) => {
    // One consent is good for every package on the number.
    const item = items.find(({ consentNeeded, playerName }) => consentNeeded && !known.includes(playerName))
    setAsking(item && { item, refused })
    return item === undefined
  }
  return {
    asking: asking?.item,
    close: () => setAsking(undefined),
    /** Returns whether all are given; otherwise asks for the first missing one. */
    ensure: () => advance(given),
    /** Asks for one that the order was refused without: it may have run out meanwhile. `number`: masked. */
    askAbout(number: unknown, refused: Refused) {
      const numbers = items.filter(({ byNumber }) => byNumber)
      const item = numbers.find(({ playerName }) => playerName === number) ?? numbers[0]
      if (!item) return
      setGiven((known) => known.filter((masked) => masked !== item.playerName))
      setAsking({ item, refused })
    },
    /** Notes the one being asked for as given; returns what to go on with once all are. */
    give(): Refused | 'first' | undefined {
      if (!asking) return undefined
      const known = [...given, asking.item.playerName]
      setGiven(known)
      void queries.invalidateQueries({ queryKey: cartQuery.queryKey })
      return advance(known, asking.refused) ? (asking.refused ?? 'first') : undefined
    },
  }
}
