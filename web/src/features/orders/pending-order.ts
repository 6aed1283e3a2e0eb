import type { CreateOrder } from '@/api/generated'
import type { CartSelection } from '@/features/coupons/checkout-coupon'

/** An order request. One key for one intention: pressing twice, or again after a lost answer, makes one order. */
export interface PendingOrder {
  key: string
  body: CreateOrder
}

interface StoredOrder {
  /** Account id */
  whose: number | undefined
  /** Unix milliseconds of this device */
  at: number
  of: string
  asked: PendingOrder
}

const KEPT = 'manao.asked'
/** An order expires half an hour after it was placed; a later payment belongs to another one. */
const LIFE_MS = 30 * 60_000

/** Stored until its outcome is known: a reloaded page repeats the same request, not another. */
export function savePendingOrder(whose: number | undefined, selection: CartSelection, asked: PendingOrder): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ whose, at: Date.now(), of: JSON.stringify(selection), asked } satisfies StoredOrder))
  } catch {
    // Storage may be refused; then the page remembers it while it is open.
  }
}

/** Returns this user's request for exactly these items that has no answer yet. */
export function loadPendingOrder(whose: number | undefined, selection: CartSelection): PendingOrder | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as StoredOrder | null
    if (kept?.whose !== whose || kept?.of !== JSON.stringify(selection) || Date.now() - kept.at > LIFE_MS) return undefined
    return kept.asked
  } catch {
    return undefined
  }
}

export function clearPendingOrder(): void {
  try {
    sessionStorage.removeItem(KEPT)
  } catch {
    // Then nothing was stored.
  }
}
