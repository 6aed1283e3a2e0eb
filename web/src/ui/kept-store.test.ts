import { beforeEach, expect, it, vi } from 'vitest'
import { createKept } from './kept-store'

const KEY = 'manao.test'
interface Kept {
  items: number[]
  whose?: number
}
const open = () => createKept<Kept>(KEY, 1, { items: [] })
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown

beforeEach(() => localStorage.clear())

it('is there again after the page, and first renders as if nothing were kept', () => {
  open().setState({ items: [1] })
  expect(stored()).toEqual({ state: { items: [1] }, version: 1 })
  const again = open()
  expect([again.getState(), again.getInitialState()]).toEqual([{ items: [1] }, { items: [] }])
})

it('takes over what another tab has written', () => {
  const [ours, theirs] = [open(), open()]
  theirs.setState({ items: [2], whose: 7 })
  expect(ours.getState()).toEqual({ items: [] })
  ours.reread()
  expect(ours.getState()).toEqual({ items: [2], whose: 7 })
})

it('keeps working with what it cannot read, or where storage is refused', () => {
  for (const odd of ['{', '5', '{"state":{"items":[9]},"version":0}']) {
    localStorage.setItem(KEY, odd)
    expect(open().getState(), odd).toEqual({ items: [] })
  }
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused')
  })
  const store = open()
  store.setState({ items: [3] })
  expect(store.getState()).toEqual({ items: [3] })
  refuse.mockRestore()
})
