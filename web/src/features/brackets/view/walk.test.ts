import { expect, it } from 'vitest'
import { doubleBracket, singleBracket } from '@/testing/draws'
import { layoutOf } from './layout'
import { walk } from './walk'

it('arrows walk along the tree, and up and down in a round', () => {
  // 1-4 lead to 5 and 6, and these to 7.
  const layout = layoutOf(singleBracket(8).matches, 'right')
  expect(walk(layout, 1, 'right')).toBe(5)
  expect(walk(layout, 2, 'right')).toBe(5)
  expect(walk(layout, 5, 'left')).toBe(1)
  expect(walk(layout, 5, 'right')).toBe(7)
  expect(walk(layout, 7, 'left')).toBe(5)
  expect(walk(layout, 1, 'down')).toBe(2)
  expect(walk(layout, 6, 'up')).toBe(5)
  expect(walk(layout, 1, 'up')).toBeUndefined()
  expect(walk(layout, 7, 'right')).toBeUndefined()
})

it('from both edges it goes to the middle, and on to the other side', () => {
  const layout = layoutOf(singleBracket(16, true).matches, 'both')
  const [final, third] = [16, 15]
  // The right half: 5-8 lead to 11 and 12.
  expect(walk(layout, 5, 'left')).toBe(11)
  expect(walk(layout, 11, 'right')).toBe(5)
  expect(walk(layout, 1, 'right')).toBe(9)
  expect(walk(layout, 13, 'right')).toBe(14)
  expect(walk(layout, 13, 'up')).toBe(final)
  expect(walk(layout, final, 'down')).toBe(third)
  expect(walk(layout, 13, 'down')).toBe(third)
})

it('every match can be reached from every other, in whichever shape', () => {
  const all = [
    ...[2, 3, 5, 8, 11, 16, 32, 33].flatMap((count) =>
      (['right', 'both'] as const).map((shape) => layoutOf(singleBracket(count, true).matches, shape)),
    ),
    ...[3, 4, 6, 8, 16].map((count) => layoutOf(doubleBracket(count).matches, 'right')),
  ]
  for (const layout of all) {
    const first = layout.cards[0]?.id ?? 0
    const seen = new Set([first])
    for (const id of seen)
      for (const way of ['left', 'right', 'up', 'down'] as const) {
        const to = walk(layout, id, way)
        if (to !== undefined) seen.add(to)
      }
    expect(seen.size).toBe(layout.cards.length)
  }
})
