/** How somebody means to pay, while signing in or verifying a number leads away from the page. */
export interface PaymentChoice {
  channel: string
  /** The mobile number as it was typed. */
  number: string
  /** Whether the account's own number pays; unless that was chosen, it does where no other was typed. */
  mine?: boolean | undefined
}

const CHOICE = 'manao.payBy'

/** `whose`: a number is not for the next person who signs in here. */
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
