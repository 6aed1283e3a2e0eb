import type { Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { Buyer } from './shop/buyer'
import { enter, expect, productOf, SIZES, somebody, payButton, test } from './shop/test'

/** A member's messages and lists: inbox and badge on every device, favourites, coupons, earlier player IDs. */

const PLAYER = '884210019'
const PACKAGE = 'free-fire-310'

const badge = (page: Page) => page.locator('[data-unread]:visible').first()

test.describe('the badge', () => {
  test.use({ language: 'th' })
  test('is the same in two browsers, the moment a message is written or read', async ({ page, browser, baseURL, say, outside }) => {
    const { t, at } = say
    const person = somebody()
    await enter(page, at('/'), person)
    const [, { use }] = SIZES
    const pocket = await browser.newContext({ ...use, ...(baseURL && { baseURL }), locale: 'th-TH' })
    const phone = await pocket.newPage()
    await enter(phone, '/', person)
    // Read the welcome, so that nothing is unread.
    await page.goto(at('/account/inbox'))
    await page.getByRole('button', { name: t('inbox:readAll') }).click()
    await expect(page.locator('[data-unread]')).toHaveCount(0)
    await expect(phone.locator('[data-unread]')).toHaveCount(0)

    const buyer = await Buyer.enter(browser, baseURL ?? '', person)
    const product = await productOf(page, 'free-fire', PACKAGE)
    const order = await buyer.order(product.id, 1, { playerId: PLAYER }, product.priceSatang)
    await outside.pay(order.number)
    await expect(badge(page)).toHaveAttribute('data-unread', '1')
    await expect(badge(phone)).toHaveAttribute('data-unread', '1')
    const picture = page.getByRole('link', { name: t('common:nav.unread', { count: 1 }) })
    await expect(picture, 'said in words, too').toBeVisible()

    const message = page.getByRole('main').getByRole('listitem').filter({ hasText: order.number })
    await expect(message).toContainText(t('inbox:unread'))
    // Read in the pocket, it is read on the desk.
    await phone.goto(at('/account/inbox'))
    await phone.getByRole('main').getByRole('listitem').filter({ hasText: order.number }).getByRole('link').click()
    await phone.waitForURL((url) => url.pathname === '/purchase/result' && url.searchParams.get('number') === order.number)
    await expect(page.locator('[data-unread]')).toHaveCount(0)
    await expect(message).not.toContainText(t('inbox:unread'))

    // Deleted, and taken back.
    await message.getByRole('button').click()
    await expect(message).toHaveCount(0)
    await page.getByRole('button', { name: t('inbox:undo') }).click()
    await expect(message).toHaveCount(1)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('inbox:stream.esports') })
      .click()
    await expect(page.getByText(t('inbox:empty.esports'))).toBeVisible()

    // Another message, and everything is read at once.
    const another = await buyer.order(product.id, 1, { playerId: PLAYER }, product.priceSatang)
    await outside.pay(another.number)
    await expect(badge(page)).toHaveAttribute('data-unread', '1')
    await page.getByRole('button', { name: t('inbox:stream.shop') }).click()
    await page.getByRole('button', { name: t('inbox:readAll') }).click()
    await expect(phone.locator('[data-unread]')).toHaveCount(0)
    await page.goto(at('/account/dashboard'))
    await expect(page.getByText(another.number).first()).toBeVisible()
    await pocket.close()
    await buyer.leave()
  })
})

for (const { size, use } of SIZES) {
  for (const language of ['th', 'en'] as const) {
    test.describe(`${language} ${size}`, () => {
      // The browser itself remarks on the wrong code.
      test.use({ ...use, language, noise: [/status of 404.*redeem-coupon/] })

      test('a game is liked, and liked no longer', async ({ page, say }) => {
        const { t, at } = say
        await page.goto(at('/games/free-fire'))
        const heart = page.getByRole('main').getByRole('button', { name: t('common:favorite.of', { name: 'Free Fire' }) })
        await heart.click()
        await expect(page, 'a visitor is asked to sign in').toHaveURL((url) => url.pathname === at('/auth/login'))
        await enter(page, at('/games/free-fire'))
        // Shown at once; it is kept when the server has it.
        const kept = page.waitForResponse('**/api/user-favorite/add')
        await heart.click()
        await expect(heart).toHaveAttribute('aria-pressed', 'true')
        await kept
        await page.goto(at('/account/favorites'))
        await expect(page.getByRole('main').getByRole('link', { name: 'Free Fire' })).toBeVisible()
        await heart.click()
        await expect(page.getByText(t('favorites:empty'))).toBeVisible()
      })

      test('a coupon is collected and used', async ({ page, say, outside }) => {
        const { t, at } = say
        await enter(page, at('/account/coupons'))
        const code = page.getByRole('textbox', { name: t('coupons:code') })
        await code.fill('nosuch')
        await page.getByRole('button', { name: t('coupons:collect') }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await code.fill('lime10')
        await page.getByRole('button', { name: t('coupons:collect') }).click()
        const coupon = page.getByRole('main').getByRole('listitem').filter({ hasText: 'LIME10' })
        await expect(coupon).toContainText('10%')

        const product = await productOf(page, 'free-fire', PACKAGE)
        await page.goto(at(`/payment/process?product=${product.id}&quantity=1&player=${PLAYER}`))
        await page.getByRole('button', { name: /LIME10/ }).click()
        const off = Math.round(product.priceSatang / 10)
        await expect(page.getByText(t('coupons:takesOff', { amount: formatBaht(off) }))).toBeVisible()
        const total = formatBaht(product.priceSatang - off, 'exact')
        await payButton(page, say, total).click()
        await expect(page.getByText(total, { exact: true })).toBeVisible()
        await page.waitForURL((url) => url.pathname === at('/promtpay'))
        await outside.pay(new URL(page.url()).searchParams.get('number') ?? '')
        await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()
        await expect(page.getByText('LIME10')).toBeVisible()

        // The next time, the player stands there to be chosen.
        await page.goto(at('/games/free-fire'))
        await page.getByRole('button', { name: PLAYER }).click()
        await expect(page.getByRole('main').getByRole('textbox')).toHaveValue(PLAYER)
        await expect(page.getByText(t('games:game.playerFound'))).toBeVisible()
      })
    })
  }
}

test('a page that has become empty gives way to the last one that has messages', async ({ page, say }) => {
  const { t, at } = say
  await page.route('**/api/user-notification/get-my-inbox', async (route) => {
    const answer = await route.fetch()
    const inbox = (await answer.json()) as object
    const { page: asked } = route.request().postDataJSON() as { page: number }
    await route.fulfill({ json: { ...inbox, total: 40, ...(asked > 2 && { items: [] }) } })
  })
  await enter(page, at('/account/inbox?page=3'))
  await expect(page.getByText(t('inbox:page', { page: 2, pages: 2 }))).toBeVisible()
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
})
