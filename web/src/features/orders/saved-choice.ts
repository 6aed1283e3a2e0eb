/** The chosen payment, stored while signing in or verifying a number leads away from the page. */
export interface PaymentChoice {
  channel: string
  /** The mobile number as typed. */
  number: string
  /** Whether the account's own number pays; without a choice, it does if no other was typed. */
  mine?: boolean | undefined
}

const CHOICE = 'manao.payBy'

/** `whose`: a number must not be offered to the next user who signs in here. */
export function saveChoice(whose: number | undefined, choice: PaymentChoice): void {
  try {
    sessionStorage.setItem(CHOICE, JSON.stringify({ ...choice, whose }))
  } catch {
    // Storage may be refused; then it is chosen again.
  }
}

export function loadChoice(whose: number | undefined): Partial<PaymentChoice> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(CHOICE) ?? '{}') as Partial<PaymentChoice & { whose: number }>
    return kept.whose === whose ? kept : {}
  } catch {
    return {}
  }
}
