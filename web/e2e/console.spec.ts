import { Buyer } from './shop/buyer'
import { everybodyCanUse } from './shop/fits'
import { bearer, enterConsole, proveFactor, setUpConsole } from './shop/staff'
import { enter, expect, productOf, SIZES, somebody, test } from './shop/test'

/** Staff come into the console: the second factor is set up at the first visit and asked for at the next; whoever has no role stays outside. */

test.describe.configure({ mode: 'parallel' })

const WAYS = [
  { language: 'th', ...SIZES[0] },
  { language: 'en', ...SIZES[1] },
] as const

for (const { language, size, use } of WAYS) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    test('the first visit sets up a second factor, and the next one asks for it', async ({ page, say, hire }) => {
      const { t, at } = say
      const person = await hire(somebody(), 'finance')
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      const app = await setUpConsole(page, at('/console/money/unmatched'), person, say)
      const heading = (tab: string) => page.getByRole('heading', { level: 1, name: t(`operator:money.${tab}`) })
      await expect(heading('unmatched')).toBeVisible()
      await everybodyCanUse(page)
      const tabs = page.getByRole('navigation', { name: t('operator:money.pages') })
      for (const tab of ['refunds', 'reconciliations', 'unmatched']) {
        // oxlint-disable-next-line no-await-in-loop
        await tabs.getByRole('link', { name: t(`operator:money.${tab}`) }).click()
        // oxlint-disable-next-line no-await-in-loop
        await expect(heading(tab)).toBeVisible()
        // oxlint-disable-next-line no-await-in-loop
        await everybodyCanUse(page)
      }

      const left = await page.request.post('/api/console/entry/leave', { headers: await bearer(page), data: {} })
      expect(left.ok(), await left.text()).toBe(true)
      await page.reload()
      await proveFactor(page, app, say)
      await expect(heading('unmatched')).toBeVisible()
    })

    test('an order is found by what its buyer reads out, and its story goes on while it is read', async ({
      page,
      browser,
      baseURL,
      say,
      hire,
      outside,
    }) => {
      const { t, at } = say
      const product = await productOf(page, 'free-fire', 'free-fire-68')
      const buyer = await Buyer.enter(browser, baseURL ?? '')
      const { number } = await buyer.order(product.id, 1, { playerId: '884210019' }, product.priceSatang)
      const person = await hire(somebody(), 'support')
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enterConsole(page, at('/console'), person)
      await expect(page.getByRole('heading', { level: 1, name: t('consoleToday:heading') })).toBeVisible()
      await everybodyCanUse(page)
      await page.keyboard.press('/')
      await page.keyboard.type(number.toLowerCase().replaceAll('-', ''))
      await expect(page.getByRole('option', { name: new RegExp(number) })).toBeVisible()
      await everybodyCanUse(page)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(at(`/console/orders/${number}`))
      const story = page.getByRole('region', { name: t('consoleOrders:story.heading') })
      await expect(story.getByText(t('consoleOrders:kind.created'), { exact: true })).toBeVisible()
      await outside.pay(number)
      await expect(story.getByText(t('consoleOrders:kind.paid'), { exact: true })).toBeVisible()
      await expect(story.getByText(t('consoleOrders:kind.delivered'), { exact: true })).toBeVisible()
      await everybodyCanUse(page)
      await page.goto(at('/console/orders'))
      await expect(page.getByRole('link', { name: number })).toBeVisible()
      await everybodyCanUse(page)
      await buyer.leave()
    })
  })
}

test.describe('without a role', () => {
  // The browser itself remarks on the refusal.
  test.use({ language: 'en', noise: [/status of 403/] })

  test('a member stays outside, and reads why', async ({ page, say }) => {
    const { t, at } = say
    await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
    await enter(page, at('/console/repairs'))
    await expect(page.getByText(t('console:entry.staffOnly'))).toBeVisible()
    await expect(page.getByRole('heading', { name: t('operator:heading') })).toHaveCount(0)
    await everybodyCanUse(page)
  })
})
