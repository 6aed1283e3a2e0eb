/** Selects the form of an English place (1st, 2nd, 3rd, 4th): what our texts need of `Intl.PluralRules`. */
export class PluralRules {
  select(place: number): Intl.LDMLPluralRule {
    if (place % 100 >= 11 && place % 100 <= 13) return 'other'
    return ORDINALS[place % 10] ?? 'other'
  }
}

const ORDINALS: Partial<Record<number, Intl.LDMLPluralRule>> = { 1: 'one', 2: 'two', 3: 'few' }
