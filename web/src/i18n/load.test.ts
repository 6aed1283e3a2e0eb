import { expect, it, vi } from 'vitest'
import { useMissingParts } from '@/ui/load'
import { changeLanguage, language, startTexts, text, texts } from '.'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
const cart = vi.fn(() => Promise.resolve({ default: { title: 'ตะกร้า' } }))

vi.mock('./more-files', () => ({
  files: {
    './th/cart.ts': () => cart(),
    './en/cart.ts': async () => ({ default: { title: 'Cart' } }),
    './th/orders.ts': async () => ({ default: {} }),
    './en/orders.ts': async () => ({ default: { result: { title: 'Order' } } }),
  },
}))

it('texts that fail to load come by themselves, and their keys are never shown', async () => {
  await startTexts('th')
  cart.mockImplementationOnce(gone).mockImplementationOnce(gone)
  let loaded = false
  const loading = texts('cart')().then(() => (loaded = true))
  await vi.waitFor(() => expect(useMissingParts.getState().count).toBe(1))
  expect(text('cart:title')).toBe('')
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(cart).toHaveBeenCalledTimes(2))
  expect(loaded).toBe(false)
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(loaded).toBe(true)
  })
  await loading
  expect(text('cart:title')).toBe('ตะกร้า')
  expect(useMissingParts.getState().count).toBe(0)
})

it('the language changes when all texts are there, those requested meanwhile included, and the last choice counts', async () => {
  const changed = changeLanguage('en')
  const requested = texts('orders')()
  expect(language()).toBe('th')
  await Promise.all([changed, requested])
  expect([language(), text('cart:title'), text('orders:result.title')]).toEqual(['en', 'Cart', 'Order'])
  await Promise.all([changeLanguage('th'), changeLanguage('en')])
  expect(language()).toBe('en')
})
