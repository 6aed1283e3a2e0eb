/** A coupon that somebody means to use, while they choose what to buy with it. */
const COUPON = 'manao.coupon'

/** `whose`: a coupon is not for the next person who signs in here. Nothing takes it away. */
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
    return kept.whose === whose ? kept.code : undefined
  } catch {
    return undefined
  }
}
