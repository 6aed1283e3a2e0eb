/** A coupon that the user intends to use, while they choose what to buy. */
const COUPON = 'manao.coupon'

/** `whose`: a member's coupon must not be offered to the next user who signs in here; a visitor's is kept for the one who does. */
export function saveCoupon(whose: number | undefined, code: string | undefined): void {
  try {
    if (code === undefined) sessionStorage.removeItem(COUPON)
    else sessionStorage.setItem(COUPON, JSON.stringify({ whose, code }))
  } catch {
    // Storage may be refused; then the code is entered at the checkout.
  }
}

export function loadCoupon(whose: number | undefined): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(COUPON) ?? '{}') as { whose?: number; code?: string }
    return kept.whose === undefined || kept.whose === whose ? kept.code : undefined
  } catch {
    return undefined
  }
}
