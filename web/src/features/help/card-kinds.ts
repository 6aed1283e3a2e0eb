const CARD_KINDS = ['team', 'entry', 'match', 'order'] as const

/** The state of the reader that a page shows. */
export type CardKind = (typeof CARD_KINDS)[number]

export const isCardKind = (word: string | null): word is CardKind => CARD_KINDS.includes(word as CardKind)
