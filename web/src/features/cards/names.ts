interface NamedCard {
  brand: string
  lastDigits: string
}

/** `•••• 4242`, in one piece. */
export const cardDigits = ({ lastDigits }: Pick<NamedCard, 'lastDigits'>) => `••••\u00A0${lastDigits}`

/** `Visa •••• 4242`. */
export const cardName = (card: NamedCard) => `${card.brand} ${cardDigits(card)}`

/** `2035-05` → `05/35`, as printed on the card. */
export const cardExpiry = (month: string) => `${month.slice(5, 7)}/${month.slice(2, 4)}`
