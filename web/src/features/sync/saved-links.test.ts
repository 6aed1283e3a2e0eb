import { beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { clearAlert, useAlert } from '@/app/alert'
import { configQuery } from '@/features/catalogue/queries'
import { allowed, openSavedLinks } from './saved-links'

const words = { title: 'Open', message: 'Blocked' }

beforeEach(() => {
  vi.useFakeTimers()
  clearAlert()
  queries.setQueryData(configQuery.queryKey, {
    appConfig: { isMonochrome: false, appName: 'Manao', providerName: 'AIS', linkHosts: ['promo.example'] },
    maintenance: null,
  })
})

it('leads to this site and to known hosts only', () => {
  const here = location.origin
  for (const link of ['/games/rov?x=1', 'games', `${here}/en`, 'https://promo.example/a'])
    expect(allowed(link, ['promo.example'])).toBeDefined()
  for (const link of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'http://promo.example/a',
    'https://promo.example.evil.example',
    'https://promo.example@evil.example',
    'https://a:b@promo.example/',
    'javascript:alert(1)',
    'data:text/html,hi',
    'http://',
  ]) {
    expect(allowed(link, ['promo.example']), link).toBeUndefined()
  }
})

it('opens what was saved after a second, once, and forgets what may not be opened', async () => {
  document.cookie = `promotion_link=${encodeURIComponent('https://promo.example/lime')}; path=/`
  document.cookie = `redirect_link=${encodeURIComponent('https://evil.example')}; path=/`
  const page = { opener: window }
  const open = vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
  await openSavedLinks(words)
  expect(document.cookie).toBe('')
  await vi.advanceTimersByTimeAsync(999)
  expect(open).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(open.mock.calls).toEqual([['https://promo.example/lime', '_blank']])
  expect(page.opener).toBeNull()
  await openSavedLinks(words)
  await vi.advanceTimersByTimeAsync(2000)
  expect(open).toHaveBeenCalledTimes(1)
})

it('offers the link where the browser keeps the window shut', async () => {
  document.cookie = 'redirect_link=/games; path=/'
  vi.spyOn(window, 'open').mockReturnValue(null)
  await openSavedLinks(words)
  await vi.advanceTimersByTimeAsync(1000)
  expect(useAlert.getState().alert).toEqual({ ...words, href: `${location.origin}/games` })
})
