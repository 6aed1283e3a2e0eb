import { expect, it } from 'vitest'
import { PluralRules } from './plural-rules'

it.each(['th', 'en'])('what stands in for Intl.PluralRules counts and ranks as it does in %s', (language) => {
  for (const type of ['cardinal', 'ordinal'] as const) {
    const [ours, theirs] = [new PluralRules(language, { type }), new Intl.PluralRules(language, { type })]
    const numbers = Array.from({ length: 130 }, (_, number) => number)
    expect(numbers.map((number) => ours.select(number))).toEqual(numbers.map((number) => theirs.select(number)))
    expect(ours.resolvedOptions().pluralCategories.toSorted()).toEqual(theirs.resolvedOptions().pluralCategories.toSorted())
  }
})
