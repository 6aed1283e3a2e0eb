// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { useAsking } from './use-asking'

let hidden = false
const setHidden = (next: boolean) => {
  hidden = next
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  hidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
})
afterEach(() => {
  Reflect.deleteProperty(document, 'hidden')
  vi.useRealTimers()
})

/** Returns the seconds at which the hook asks. */
function times(answer: () => Promise<unknown> = async () => {}) {
  const start = Date.now()
  const asked: number[] = []
  const ask = () => {
    asked.push((Date.now() - start) / 1_000)
    return answer()
  }
  const { rerender } = renderHook(({ active }) => useAsking(active, ask), { initialProps: { active: true } })
  return { asked, stop: () => rerender({ active: false }) }
}

it('asks at 0, 0.5, 1, 2, 4 and 8 s, then every 8 s, until it is over', async () => {
  const { asked, stop } = times()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(asked).toEqual([0, 0.5, 1, 2, 4, 8, 16, 24])
  stop()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toHaveLength(8)
})

it('pauses in a hidden tab and asks when it is seen again', async () => {
  const { asked } = times()
  await vi.advanceTimersByTimeAsync(1_100)
  setHidden(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([0, 0.5, 1])
  setHidden(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.at(-1)).toBe(61.1)
})

it('waits as long as it is told, and for a slow answer', async () => {
  const refused = times(() => Promise.reject(new ApiProblem(429, {}, 20)))
  await vi.advanceTimersByTimeAsync(21_000)
  expect(refused.asked).toEqual([0, 20])
  refused.stop()
  const slow = times(() => new Promise((done) => setTimeout(done, 3_000)))
  await vi.advanceTimersByTimeAsync(6_500)
  expect(slow.asked.map(Math.round)).toEqual([0, 3, 6])
})
