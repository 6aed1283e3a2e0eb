import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { language, startTexts, texts } from '@/i18n'
import { switchLanguage } from './switch-language'

const router = { invalidate: async () => {}, load: async () => {} } as AnyRouter

afterEach(() => vi.restoreAllMocks())

it('waits for the network where a text of the page is not here in the other language', async () => {
  await startTexts('th')
  await switchLanguage(router)
  expect(language()).toBe('en')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  // Both are here.
  await switchLanguage(router)
  expect(language()).toBe('th')
  await texts('cart')()
  const switched = switchLanguage(router)
  await new Promise((over) => setTimeout(over))
  expect(language()).toBe('th')
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await switched
  expect(language()).toBe('en')
})
