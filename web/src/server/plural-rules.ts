/**
 * Selects the plural form of a count or a place: Thai has one; English has two for counts, four for places. Covers what our texts need of
 * `Intl.PluralRules`.
 */
export class PluralRules {
  readonly #language: string
  readonly #ordinal: boolean
  constructor(language: string, { type = 'cardinal' }: Intl.PluralRulesOptions = {}) {
    this.#language = language
    this.#ordinal = type === 'ordinal'
  }
  select(count: number): Intl.LDMLPluralRule {
    if (this.#language !== 'en') return 'other'
    if (!this.#ordinal) return count === 1 ? 'one' : 'other'
    if (count % 100 >= 11 && count % 100 <= 13) return 'other'
    return ORDINALS[count % 10] ?? 'other'
  }
  resolvedOptions() {
    if (this.#language !== 'en') return { pluralCategories: ['other'] }
    return { pluralCategories: this.#ordinal ? ['one', 'two', 'few', 'other'] : ['one', 'other'] }
  }
}

const ORDINALS: Partial<Record<number, Intl.LDMLPluralRule>> = { 1: 'one', 2: 'two', 3: 'few' }
