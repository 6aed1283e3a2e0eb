import { expect, test } from 'vitest'
import { othersHere } from './others-here'

const staff = [
  { userId: 1, displayName: 'ploy', role: 'promoter' },
  { userId: 12, displayName: 'nont', role: 'co_promoter' },
  { userId: 2, displayName: 'fah', role: 'assistant' },
] as const

test('names those of the staff who are here, but not the reader, nor who is not of the staff', () => {
  expect(othersHere(staff, ['1', '12', '99'], 1)).toEqual(['nont'])
  expect(othersHere(staff, [], 1)).toEqual([])
})
