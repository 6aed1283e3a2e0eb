// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { openHome } from './door'
import type { FromTab, ToTab } from './protocol'

const home = vi.hoisted(() => ({ missing: true, posted: [] as FromTab[] }))

vi.mock('./home', () => ({
  openHome: (callbacks: { received: (message: ToTab) => void; opened: () => void }) => {
    // As a chunk that the network did not bring.
    if (home.missing) throw new TypeError('Failed to fetch dynamically imported module')
    callbacks.opened()
    return { post: (message: FromTab) => home.posted.push(message) > 0 }
  },
}))

it('keeps nothing before the engine is there, and tries again when the network is back', async () => {
  const opened = vi.fn()
  const door = openHome({ received: () => {}, opened })
  expect(door.post({ type: 'session' })).toBe(false)
  await vi.dynamicImportSettled()
  expect(opened).not.toHaveBeenCalled()
  home.missing = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(door.post({ type: 'session' })).toBe(true)
  expect(home.posted).toEqual([{ type: 'session' }])
})
