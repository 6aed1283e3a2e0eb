import type { Language } from './language'

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
let rules: Intl.PluralRules | undefined

/** Returns a place as its language writes it within a text: `1st` for “{{place}} place”, `1` for “อันดับ {{place}}”. */
export function ordinal(place: number, language: Language): string {
  if (language === 'th') return String(place)
  rules ??= new Intl.PluralRules('en', { type: 'ordinal' })
  return `${place}${ENDINGS[rules.select(place)] ?? 'th'}`
}
