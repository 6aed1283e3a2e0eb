// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Cart, Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import type { Handlers, Live } from '@/live'
import { showCart } from './cart'
import { useLiveCart } from './live-cart'

const heard = vi.hoisted(() => ({ live: undefined as Live | undefined, handlers: {} as Handlers, reload: () => {} }))

vi.mock('@/live', async (original) => ({
  ...(await original<object>()),
  useTopic: (live: Live | undefined, handlers: Handlers, opts: { onReload: () => void }) => {
    heard.live = live
    heard.handlers = handlers
    heard.reload = opts.onReload
  },
}))

const read = vi.spyOn(queries, 'invalidateQueries')

beforeEach(() => {
  vi.useFakeTimers()
  queries.clear()
  read.mockClear()
  useSession.setState({ me: { id: 3, live: { topic: 'user:3' } } as Me })
  renderHook(useLiveCart)
  showCart({ version: 5, items: [] } as unknown as Cart)
})

afterEach(() => vi.useRealTimers())

const hears = (version: number) => heard.handlers['cart.changed']?.({ version })

it('reads the cart again when it was changed elsewhere', async () => {
  expect(heard.live?.topic).toBe('user:3')
  hears(6)
  await vi.advanceTimersByTimeAsync(400)
  expect(read).toHaveBeenCalledExactlyOnceWith({ queryKey: ['cart'] })
})

it('does not read what its own change has brought already', async () => {
  hears(6)
  showCart({ version: 6, items: [] } as unknown as Cart)
  await vi.advanceTimersByTimeAsync(400)
  hears(4)
  await vi.advanceTimersByTimeAsync(400)
  expect(read).not.toHaveBeenCalled()
})

it('reads it again where events may have been missed', () => {
  heard.reload()
  expect(read).toHaveBeenCalledOnce()
})
