// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { CartLeftOut, Me } from '@/api/generated'
import { useSession } from '@/api/session'
import { visitorLine } from '@/testing/cart'
import { mergeVisitorCart } from './merge'
import { useWaitingLines } from './waiting'
import { useVisitorCart } from './visitor'
import { addVisitorLine } from './visitor-lines'

interface Sent {
  productId: number
  quantity: number
}

let sent: Sent[][] = []
/** The shop's answer to each call. */
let answers: Array<() => CartLeftOut[] | Promise<CartLeftOut[]>> = []

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  cartCreate: async ({ body }: { body: { items: Sent[] } }) => {
    sent.push(body.items.map(({ productId, quantity }) => ({ productId, quantity })))
    const answer = answers.shift()
    if (!answer) return { error: { message: 'Not now' }, response: new Response(null, { status: 503 }) }
    return { data: { items: [], version: sent.length, leftOut: await answer() }, response: new Response() }
  },
}))

const line = (productId: number, quantity = 1, playerId = '') => visitorLine(productId, quantity, playerId)

const kept = () => useVisitorCart.getState().lines.map(({ productId, quantity, leftOut }) => [productId, quantity, leftOut])

const here = (id: number | undefined) => useSession.setState({ me: id === undefined ? undefined : ({ id } as Me) })

beforeEach(() => {
  here(1)
  sent = []
  useVisitorCart.setState({ lines: [] })
})

it('hands the cart over once', async () => {
  answers = [() => []]
  addVisitorLine(line(1, 2))
  expect(await mergeVisitorCart()).toBe(0)
  expect(await mergeVisitorCart()).toBe(0)
  expect(sent).toEqual([[{ productId: 1, quantity: 2 }]])
  expect(kept()).toEqual([])
})

it('keeps what was left out, with the reason', async () => {
  answers = [
    () => [
      { productId: 1, quantity: 3, code: 'cart_product_limit' },
      { productId: 2, playerId: 'p', quantity: 1, code: 'player_id_invalid' },
    ],
  ]
  for (const known of [line(1, 5), line(2, 1, 'p'), line(2, 1, 'q')]) addVisitorLine(known)
  expect(await mergeVisitorCart()).toBe(2)
  expect(kept()).toEqual([
    [1, 3, 'cart_product_limit'],
    [2, 1, 'player_id_invalid'],
  ])
})

it('hands over what was put in meanwhile, too', async () => {
  answers = [
    () => {
      addVisitorLine(line(1))
      addVisitorLine(line(2))
      return []
    },
    () => [],
  ]
  addVisitorLine(line(1))
  expect(await mergeVisitorCart()).toBe(0)
  expect(sent).toEqual([
    [{ productId: 1, quantity: 1 }],
    [
      { productId: 1, quantity: 2 },
      { productId: 2, quantity: 1 },
    ],
  ])
  expect(kept()).toEqual([])
})

it('keeps everything when the shop does not answer', async () => {
  answers = []
  addVisitorLine(line(1))
  await expect(mergeVisitorCart()).rejects.toThrow('Not now')
  expect(kept()).toEqual([[1, 1, undefined]])
})

it('gives nobody what another person has left behind', async () => {
  answers = [() => [{ productId: 1, quantity: 1, code: 'product_withdrawn' }]]
  addVisitorLine(line(1))
  expect(await mergeVisitorCart()).toBe(1)
  addVisitorLine(line(2))
  // The shop does not answer.
  await expect(mergeVisitorCart()).rejects.toThrow('Not now')
  sent = []
  here(2)
  answers = [() => []]
  addVisitorLine(line(3))
  expect(await mergeVisitorCart()).toBe(0)
  expect(sent).toEqual([[{ productId: 3, quantity: 1 }]])
  here(1)
  answers = [() => []]
  expect(await mergeVisitorCart()).toBe(0)
  expect(sent[1]?.map(({ productId }) => productId).sort()).toEqual([1, 2])
  expect(kept()).toEqual([])
})

it('is nobody’s cart as long as nobody is here', async () => {
  here(undefined)
  addVisitorLine(line(1))
  expect(await mergeVisitorCart()).toBe(0)
  expect(kept()).toEqual([[1, 1, undefined]])
})

it('is moved once when two ask for it, and for each person by themselves', async () => {
  let answer: (given: CartLeftOut[]) => void = () => {}
  answers = [() => new Promise((resolve) => (answer = resolve)), () => []]
  addVisitorLine(line(1))
  const [one, other] = [mergeVisitorCart(), mergeVisitorCart()]
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  here(2)
  addVisitorLine(line(2))
  expect(await mergeVisitorCart()).toBe(0)
  answer([])
  expect(await Promise.all([one, other])).toEqual([0, 0])
  expect(sent).toEqual([[{ productId: 1, quantity: 1 }], [{ productId: 2, quantity: 1 }]])
})

it('is tried again when its person is next here', async () => {
  useVisitorCart.setState({
    lines: [
      { ...line(1), whose: 1 },
      { ...line(2), whose: 2 },
    ],
  })
  answers = [() => []]
  renderHook(useWaitingLines)
  await vi.waitFor(() => expect(kept()).toEqual([[2, 1, undefined]]))
  expect(sent).toEqual([[{ productId: 1, quantity: 1 }]])
})
