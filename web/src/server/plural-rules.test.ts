import { expect, it } from 'vitest'
import { PluralRules } from './plural-rules'

it('what stands in for Intl.PluralRules ranks as it does in English', () => {
  const [ours, theirs] = [new PluralRules(), new Intl.PluralRules('en', { type: 'ordinal' })]
  const places = Array.from({ length: 130 }, (_, place) => place)
  expect(places.map((place) => ours.select(place))).toEqual(places.map((place) => theirs.select(place)))
})
