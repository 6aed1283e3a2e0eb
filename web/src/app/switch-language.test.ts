// @vitest-environment jsdom
import type { AnyRouter } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { language, startTexts, texts } from '@/i18n'
import { useMissingParts } from '@/ui/load'
import { switchLanguage } from './switch-language'

const router = { invalidate: async () => {}, load: async () => {} } as AnyRouter
const english = vi.fn(async () => ({ default: {} }))

vi.mock('@/i18n/more-files', () => ({ files: { './th/cart.ts': async () => ({ default: {} }), './en/cart.ts': () => english() } }))

it('waits for the network where a text of the page is not here in the other language', async () => {
  await startTexts('th')
  await switchLanguage(router)
  expect(language()).toBe('en')
  // Both are here.
  await switchLanguage(router)
  expect(language()).toBe('th')
  await texts('cart')()
  english.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
  const switched = switchLanguage(router)
  await vi.waitFor(() => expect(useMissingParts.getState().count).toBe(1))
  expect(language()).toBe('th')
  dispatchEvent(new Event('online'))
  await switched
  expect(language()).toBe('en')
})
