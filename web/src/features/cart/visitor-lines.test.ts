import { beforeEach, describe, expect, it } from 'vitest'
import { visitorLine as line } from '@/testing/cart'
import { useVisitorCart } from './visitor'
import { addVisitorLine, lineKey, removeVisitorLine, setVisitorQuantity } from './visitor-lines'

beforeEach(() => {
  useVisitorCart.setState({ lines: [] })
})

describe("a visitor's cart", () => {
  it('joins the same product for the same player, and keeps other players apart', () => {
    addVisitorLine(line(1, 2))
    addVisitorLine(line(1, 3))
    addVisitorLine(line(1, 1, 'other'))
    expect(useVisitorCart.getState().lines.map((known) => [lineKey(known), known.quantity])).toEqual([
      ['1|p|', 5],
      ['1|other|', 1],
    ])
  })
  it('holds 10 pieces of a product and 20 lines', () => {
    expect(addVisitorLine(line(1, 10))).toBe('added')
    expect(addVisitorLine(line(1, 1, 'other'))).toBe('cart_product_limit')
    for (let id = 2; id <= 20; id++) expect(addVisitorLine(line(id))).toBe('added')
    expect(addVisitorLine(line(21))).toBe('cart_items_limit')
  })
  it('knows nothing of what waits for a person, or was not taken from them', () => {
    const theirs = [{ ...line(1, 10), whose: 1 }, ...Array.from({ length: 19 }, (_, index) => ({ ...line(index + 2), whose: 1 }))]
    useVisitorCart.setState({ lines: theirs })
    const key = lineKey(line(1))
    expect(addVisitorLine(line(1, 2))).toBe('added')
    setVisitorQuantity(key, 3)
    expect(useVisitorCart.getState().lines).toEqual([...theirs, line(1, 3)])
    removeVisitorLine(key)
    expect(useVisitorCart.getState().lines).toEqual(theirs)
  })
})
