import { act, cleanup, render, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { client } from './client'
import { useConnection, useConnectionMark, usePresence, useSignal, useTopic } from './hooks'
import type { HomeCallbacks } from './home'
import type { FromTab, ToTab } from './protocol'

const engine = vi.hoisted(() => ({ posted: [] as FromTab[], callbacks: undefined as HomeCallbacks | undefined }))

vi.mock('./door', () => ({
  openHome: (callbacks: HomeCallbacks) => {
    engine.callbacks = callbacks
    return { post: (message: FromTab) => engine.posted.push(message) > 0 }
  },
}))

const says = (message: ToTab) => act(() => engine.callbacks?.received(message))
const event = (topic: string, offset: number): ToTab => {
  const data = { flashSaleId: 1, remaining: offset, version: offset }
  return { type: 'event', topic, epoch: 'e', offset, event: 'stock.changed', data, at: '' }
}

beforeEach(() => {
  vi.useFakeTimers()
  client.connection.setState({ state: 'connecting' }, true)
})
afterEach(() => {
  cleanup()
  vi.advanceTimersByTime(5_000)
  engine.posted.length = 0
  vi.useRealTimers()
})

it('calls the newest handlers, without joining anew for them', () => {
  const heard: string[] = []
  const { rerender } = renderHook(
    ({ name }) =>
      useTopic(
        { topic: 'order:1', grant: 'g' },
        { 'stock.changed': ({ remaining }) => heard.push(`${name} ${remaining}`) },
        { onReload: () => heard.push(`${name} reload`) },
      ),
    { initialProps: { name: 'a' } },
  )
  says(event('order:1', 1))
  says({ ...event('order:1', 5), event: 'thing.of.tomorrow' } as ToTab)
  rerender({ name: 'b' })
  says(event('order:1', 6))
  says({ type: 'reload', topic: 'order:1' })
  expect(heard).toEqual(['a 1', 'b 6', 'b reload'])
  expect(engine.posted.filter((message) => message.type === 'join').length).toBeLessThanOrEqual(1)
})

it('follows the topic, hands newer grants in, and waits while there is none', () => {
  client.listen('public:news', undefined, { event: () => {}, reload: () => {} })
  const { rerender, unmount } = renderHook(({ live }: { live: { topic: string; grant?: string } | undefined }) => useTopic(live, {}), {
    initialProps: { live: undefined as { topic: string; grant?: string } | undefined },
  })
  engine.posted.length = 0
  rerender({ live: { topic: 'order:2', grant: 'g1' } })
  rerender({ live: { topic: 'order:2', grant: 'g2' } })
  rerender({ live: { topic: 'order:3', grant: 'g3' } })
  unmount()
  vi.advanceTimersByTime(2_000)
  expect(engine.posted).toEqual([
    { type: 'join', topic: 'order:2', anew: true, grant: 'g1' },
    { type: 'join', topic: 'order:2', anew: false, grant: 'g2' },
    { type: 'join', topic: 'order:3', anew: true, grant: 'g3' },
    { type: 'leave', topic: 'order:2' },
    { type: 'leave', topic: 'order:3' },
  ])
})

it('stays joined through the double mount of StrictMode, and hears each event once', () => {
  const heard: number[] = []
  const Page = () => {
    useTopic({ topic: 'order:4', grant: 'g' }, { 'stock.changed': ({ remaining }) => heard.push(remaining) })
    return null
  }
  render(<Page />, { wrapper: StrictMode })
  vi.advanceTimersByTime(2_000)
  says(event('order:4', 1))
  expect(heard).toEqual([1])
  expect(engine.posted.some((message) => message.type === 'leave')).toBe(false)
})

it('shows who is there and hears who types', () => {
  const signals: string[] = []
  const { result } = renderHook(() => {
    useTopic({ topic: 'match:1', grant: 'g' }, {})
    useSignal('match:1', (name, user) => signals.push(`${name} ${user}`))
    return usePresence('match:1')
  })
  expect(result.current).toEqual([])
  says({ type: 'presence', topic: 'match:1', users: ['7', '8'] })
  says({ type: 'signal', topic: 'match:1', name: 'typing', user: '8' })
  expect(result.current).toEqual(['7', '8'])
  expect(signals).toEqual(['typing 8'])
})

it('tells the connection, and counts down to the next attempt', () => {
  const { result } = renderHook(() => ({ connection: useConnection(), mark: useConnectionMark() }))
  expect(result.current.mark).toEqual({ label: 'connecting' })
  says({ type: 'connection', state: 'connecting', retryAt: Date.now() + 3_600, clockOffset: 0 })
  expect(result.current).toEqual({ connection: { state: 'connecting', retryInMs: 3_600 }, mark: { label: 'backIn', seconds: 4 } })
  act(() => void vi.advanceTimersByTime(2_000))
  expect(result.current.mark).toEqual({ label: 'backIn', seconds: 2 })
  act(() => void vi.advanceTimersByTime(2_000))
  expect(result.current.mark).toEqual({ label: 'connecting' })
  says({ type: 'connection', state: 'connecting', retryAt: Date.now() + 9_000, clockOffset: 0 })
  expect(result.current.mark).toEqual({ label: 'backIn', seconds: 9 })
  says({ type: 'connection', state: 'offline', clockOffset: 0 })
  expect(result.current.mark).toEqual({ label: 'offline' })
  says({ type: 'connection', state: 'live', clockOffset: 0 })
  expect(result.current.mark).toEqual({ label: 'live' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(result.current.mark, 'whatever the engine knows').toEqual({ label: 'offline' })
  vi.restoreAllMocks()
  act(() => void dispatchEvent(new Event('online')))
  expect(result.current.mark).toEqual({ label: 'live' })
})
