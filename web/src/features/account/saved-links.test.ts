// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { queries } from '@/api/queries'
import { clearAlert, useAlert } from '@/ui/alert'
import { configQuery } from '@/features/catalogue/queries'
import { config } from '@/testing/config'
import { allowedUrl, openSavedLinks, saveLink } from './saved-links'

const there = () => Promise.resolve()

beforeEach(() => {
  vi.useFakeTimers()
  clearAlert()
  for (const name of ['promotion_link', 'redirect_link']) document.cookie = `${name}=; path=/; max-age=0`
  queries.setQueryData(configQuery.queryKey, { ...config, appConfig: { ...config.appConfig, linkHosts: ['promo.example'] } })
})

it('leads to this site and to known hosts only', () => {
  const here = location.origin
  for (const link of ['/games/rov?x=1', 'games', `${here}/en`, 'https://promo.example/a'])
    expect(allowedUrl(link, ['promo.example'])).toBeDefined()
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
    expect(allowedUrl(link, ['promo.example']), link).toBeUndefined()
  }
})

it('opens what was saved after a second, once, and forgets what may not be opened', async () => {
  document.cookie = `promotion_link=${encodeURIComponent('https://promo.example/lime')}; path=/`
  document.cookie = `redirect_link=${encodeURIComponent('https://evil.example')}; path=/`
  const page = { opener: window }
  const open = vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
  const opening = openSavedLinks(there)
  await vi.advanceTimersByTimeAsync(999)
  expect(open).not.toHaveBeenCalled()
  // Should the page go away now, the link is still there for the next time.
  expect(document.cookie).toContain('promotion_link')
  await vi.advanceTimersByTimeAsync(1)
  await opening
  expect(document.cookie).toBe('')
  expect(open.mock.calls).toEqual([['https://promo.example/lime', '_blank']])
  expect(page.opener).toBeNull()
  await openSavedLinks(there)
  expect(open).toHaveBeenCalledTimes(1)
})

it('forgets a link to the page that signing in leads to, and opens any other', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue({ opener: window } as unknown as Window)
  open.mockClear()
  for (const [link, leadsTo, opened] of [
    ['/account/coupons', '/account/coupons', false],
    ['/account/coupons', '/en/account/coupons', false],
    ['/games?page=2', '/games?page=2', false],
    ['/games?page=2', '/games', true],
    ['/account/coupons', '/', true],
  ] as const) {
    open.mockClear()
    saveLink('redirect_link', link, 600)
    const opening = openSavedLinks(there, leadsTo)
    await vi.runAllTimersAsync()
    await opening
    expect(open.mock.calls.length > 0, `${link} ${leadsTo}`).toBe(opened)
    expect(document.cookie).toBe('')
  }
})

it('offers all links that the browser keeps shut at once, when the page has arrived', async () => {
  document.cookie = 'redirect_link=/games; path=/'
  document.cookie = `promotion_link=${encodeURIComponent('https://promo.example/lime')}; path=/`
  vi.spyOn(window, 'open').mockReturnValue(null)
  let arrive = () => {}
  const opening = openSavedLinks(() => new Promise((resolve) => (arrive = resolve)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(useAlert.getState().alert).toBeUndefined()
  expect(document.cookie).toContain('redirect_link')
  arrive()
  await opening
  expect(useAlert.getState().alert).toMatchObject({
    links: [{ href: 'https://promo.example/lime' }, { href: `${location.origin}/games` }],
  })
  expect(document.cookie).toBe('')
})

it('keeps a link of which nobody could say whether its host is known', async () => {
  vi.spyOn(queries, 'ensureQueryData').mockRejectedValueOnce(new TypeError('offline'))
  document.cookie = `promotion_link=${encodeURIComponent('https://promo.example/lime')}; path=/`
  const opening = openSavedLinks(there)
  await vi.runAllTimersAsync()
  await opening
  expect(document.cookie).toContain('promotion_link')
})
