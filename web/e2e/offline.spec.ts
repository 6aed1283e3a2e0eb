import { formatBaht } from '../src/ui/amount'
import { as } from './shop/esports'
import { everybodyCanUse } from './shop/fits'
import { backFromProvider, enter, expect, payButton, productOf, SIZES, test } from './shop/test'

/** The installed app without a network: a page that says so, with what was kept of the member on this device. */

test.use({
  ...SIZES[1].use,
  serviceWorkers: 'allow',
  noise: [/ERR_INTERNET_DISCONNECTED|status of 503|^warning: /],
  contextOptions: { reducedMotion: 'reduce' },
})

test('offline, the next match and the open order are shown as last seen, and nothing of them after logging out', async ({
  page,
  context,
  request,
  say: { t, at },
  hourComes,
}) => {
  test.slow()
  const captain = await as(request, 'captain')
  const { items } = (await captain('get/all_match', { id: 7014, mine: true })) as { items: Array<{ id: number; state: string }> }
  const match = items.find(({ state }) => state !== 'decided')?.id ?? 0
  await hourComes(match)
  const product = await productOf(page, 'free-fire', 'free-fire-310')
  await enter(page, at(`/payment/process?product=${product.id}&quantity=1&player=884210019&channel=promptpay`), 'captain')
  await payButton(page, { t }, formatBaht(product.priceSatang, 'exact')).click()
  await page.waitForURL((url) => url.pathname === at('/promtpay'))
  const number = new URL(page.url()).searchParams.get('number') ?? ''
  await page.goto(at(`/esport/match/${match}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // It can be installed, and the worker begins when the page has nothing else to do.
  const browser = await context.newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = () => page.evaluate(() => localStorage.getItem('manao.kept') ?? '')
  await expect.poll(kept).toContain(number)
  await expect.poll(kept).toContain(`"id":${match},`)

  // A page that begins without a network is not told of it by this browser: it may say that the shop does not answer.
  const offline = (...headings: string[]) => expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(headings.join('|')))
  await context.setOffline(true)
  await page.reload()
  await offline(t('offline:offline.heading'), t('offline:unreachable.heading'))
  await expect(page.getByRole('listitem').filter({ hasText: t('offline:room', { id: match }) })).toContainText(/\d\d:\d\d/)
  const order = page.getByRole('listitem').filter({ hasText: number })
  await expect(order).toContainText(formatBaht(product.priceSatang, 'exact'))
  await expect(order).toContainText(t('offline:seen', { at: '' }).trim())
  await everybodyCanUse(page)
  await page.goto('/en/games')
  await offline('You are offline', 'We cannot reach Manao')
  expect(await page.locator('html').getAttribute('lang')).toBe('en')

  // It opens what was asked for as soon as there is a network.
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'All games' })).toBeVisible()
  await page.goto(at('/account/dashboard'))
  await page.getByRole('button', { name: new RegExp(`^${t('account:menu.label')}`) }).click()
  await page
    .getByRole('navigation', { name: t('account:menu.label') })
    .getByRole('button', { name: t('common:session.logout') })
    .click()
  const home = backFromProvider(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:session.logout') })
    .click()
  await home
  expect(await kept()).toBe('')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(t('offline:nothing'))).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(0)
})
