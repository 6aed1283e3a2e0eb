// @vitest-environment jsdom
import i18next from 'i18next'
import { expect, it, vi } from 'vitest'
import { useMissingParts } from '@/ui/load'
import { startTexts, texts } from '.'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
const cart = vi.fn(() => Promise.resolve({ default: { title: 'ตะกร้า' } }))

vi.mock('./more-files', () => ({ files: { './th/cart.ts': () => cart() } }))

it('texts that fail to load come by themselves, and their keys are never shown', async () => {
  await startTexts('th')
  cart.mockImplementationOnce(gone).mockImplementationOnce(gone)
  let loaded = false
  const loading = texts('cart')().then(() => (loaded = true))
  await vi.waitFor(() => expect(useMissingParts.getState().count).toBe(1))
  expect(i18next.t('cart:title')).toBe('')
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(cart).toHaveBeenCalledTimes(2))
  expect(loaded).toBe(false)
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(loaded).toBe(true)
  })
  await loading
  expect(i18next.t('cart:title')).toBe('ตะกร้า')
  expect(useMissingParts.getState().count).toBe(0)
})
