// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { step } from './use-history'

const swap = (one: number, other: number) => ({ swap: [one, other] as const, at: 0 })

it('what was undone can be done again, until something else is done', () => {
  const two = step(step({ steps: [], done: 0 }, swap(1, 2)), swap(3, 4))
  expect(two.done).toBe(2)
  const back = step(step(two, 'undo'), 'undo')
  expect([back.done, step(back, 'undo').done]).toEqual([0, 0])
  const again = step(back, 'redo')
  expect([again.done, step(step(again, 'redo'), 'redo').done]).toEqual([1, 2])
  const other = step(again, swap(5, 6))
  expect(other.steps.map(({ swap: made }) => made)).toEqual([
    [1, 2],
    [5, 6],
  ])
  expect(step(other, 'redo')).toEqual(other)
  expect(step(other, 'clear')).toEqual({ steps: [], done: 0 })
})
