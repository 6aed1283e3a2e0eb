import { expect, it } from 'vitest'
import { ordinal } from './ordinal'

it('English places are ordinals, Thai ones bare numbers beside their word', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111].map((place) => ordinal(place, 'en'))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '101st',
    '111th',
  ])
  expect([1, 2, 21].map((place) => ordinal(place, 'th'))).toEqual(['1', '2', '21'])
})
