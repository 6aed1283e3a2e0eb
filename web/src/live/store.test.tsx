import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createVersionedStore } from './store'

interface Order {
  version: number
  status: string
  name: string
}
type OrderLive = Omit<Order, 'name'>

const orders = () => createVersionedStore<Order, OrderLive>((order, live) => ({ ...order, ...live }))
const rest = (version: number, status: string): Order => ({ version, status, name: 'Diamonds' })

afterEach(cleanup)

describe('a versioned store', () => {
  it('is as new as the newest of REST answer and event, in whichever order they come', () => {
    const deeds = [
      (store: ReturnType<typeof orders>) => store.load('a', rest(1, 'pending')),
      (store: ReturnType<typeof orders>) => store.apply('a', { version: 2, status: 'paid' }),
      (store: ReturnType<typeof orders>) => store.apply('a', { version: 3, status: 'completed' }),
    ]
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const store = orders()
      for (const n of order) deeds[n]?.(store)
      expect(store.get('a')).toEqual({ version: 3, status: 'completed', name: 'Diamonds' })
    }
  })

  it('prefers a newer REST answer, and takes an equal one for what else it carries', () => {
    const store = orders()
    store.apply('a', { version: 2, status: 'paid' })
    store.load('a', rest(3, 'completed'))
    expect(store.get('a')?.status).toBe('completed')
    store.load('a', { ...rest(3, 'completed'), name: 'renamed' })
    store.load('a', rest(1, 'pending'))
    expect(store.get('a')).toEqual({ version: 3, status: 'completed', name: 'renamed' })
  })

  it('tells news from repeats', () => {
    const store = orders()
    expect(store.apply('a', { version: 2, status: 'paid' })).toBe(true)
    expect(store.apply('a', { version: 2, status: 'paid' })).toBe(false)
    expect(store.apply('b', { version: 1, status: 'paid' })).toBe(true)
    expect(store.get('a')).toBeUndefined()
    store.forget('a')
    expect(store.apply('a', { version: 1, status: 'pending' })).toBe(true)
  })

  it('renders what changes, over a REST answer kept elsewhere', () => {
    const store = orders()
    let renders = 0
    const Status = ({ loaded }: { loaded: Order }) => {
      renders++
      return <p>{store.useItem('a', loaded)?.status}</p>
    }
    const shown = () => screen.getByRole('paragraph').textContent
    const { rerender } = render(<Status loaded={rest(1, 'pending')} />)
    expect(shown()).toBe('pending')
    act(() => void store.apply('a', { version: 2, status: 'paid' }))
    expect(shown()).toBe('paid')
    const before = renders
    act(() => void store.apply('b', { version: 9, status: 'completed' }))
    expect(renders).toBe(before)
    rerender(<Status loaded={rest(3, 'completed')} />)
    expect(shown()).toBe('completed')
  })
})
