// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Me, Order, OrderLine } from '@/api/generated'
import { useSession } from '@/api/session'
import { type RecentPurchase, forgetPurchases, rememberPurchases, useRecentPurchases } from './recent-purchases'
import { rememberCorrection } from './remember'

const bought = (productId: number): RecentPurchase => ({
  productId,
  name: { th: 'เพชร', en: 'Diamonds' },
  gameName: { th: 'เกม', en: 'Game' },
  gameSlug: 'game',
  hue: 1,
  motif: 'rings',
  playerId: 'p',
  server: '',
  playerName: '',
  priceSatang: 100,
})

const comes = (id: number | undefined) => useSession.setState({ me: id === undefined ? undefined : ({ id } as Me) })
const shown = () => renderHook(() => useRecentPurchases()).result.current.map(({ productId }) => productId)

afterEach(() => act(forgetPurchases))

it('is shown to who bought it, and to nobody else who signs in', () => {
  comes(1)
  rememberPurchases([bought(10), bought(11)])
  expect(shown()).toEqual([10, 11])
  comes(undefined)
  expect(shown(), 'a session that ended').toEqual([10, 11])
  comes(2)
  expect(shown()).toEqual([])
  rememberPurchases([bought(12)])
  expect(shown()).toEqual([12])
  comes(1)
  expect(shown()).toEqual([])
})

it('has the last first, each once, and four at most', () => {
  comes(1)
  for (const id of [1, 2, 3, 2, 4, 5]) rememberPurchases([bought(id)])
  expect(shown()).toEqual([5, 4, 2, 3])
})

it('takes what a line was corrected to, in its place', () => {
  comes(1)
  const line = { id: 7, productId: 11, playerId: 'p', unitPriceSatang: 100 } as OrderLine
  rememberPurchases([bought(10), bought(11)])
  rememberCorrection(line, { channel: 'kbank', lines: [{ ...line, productId: 12, playerId: 'q' }] } as Order, false)
  const items = renderHook(() => useRecentPurchases()).result.current
  expect(items.map(({ productId, playerId }) => [productId, playerId])).toEqual([
    [10, 'p'],
    [12, 'q'],
  ])
})
