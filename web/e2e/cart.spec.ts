import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { Buyer } from './shop/buyer'
import { accept, enter, expect, productOf, payButton, test } from './shop/test'
import type { speaker } from './shop/texts'

/** The cart between adding something and paying. */

type Say = ReturnType<typeof speaker>

async function put(page: Page, { t, at }: Say, address: string, pieces = 1) {
  await page.goto(at(address))
  const summary = page.getByRole('complementary', { name: t('games:game.summary') })
  for (let more = 1; more < pieces; more += 1) {
    await summary.getByRole('button', { name: t('games:game.moreOne') }).click()
    // Taps of which nothing is seen yet are one wish: a page that has only just come does the first again, not all of them.
    await expect(summary.locator('output')).toHaveText(`${more + 1}`)
  }
  // A code of one country is paid for once the account is said to belong to it.
  for (const tick of await page.getByLabel(t('common:region.TH')).all()) await tick.check()
  await expect(
    page.getByRole('link', { name: new RegExp(`^(${t('games:game.loginToPay')}|${t('games:game.payBy', { channel: '' })})`) }),
  ).toBeVisible()
  await summary.getByRole('button', { name: t('games:game.addToCart') }).click()
  await expect(page.getByText(t('games:game.added'))).toBeVisible()
}

/** Others order so many pieces, as many at a time as there may be. */
function take(other: Buyer, product: { id: number }, pieces: number, unitSatang: number, target = {}): Promise<string[]> {
  const orders = Array.from({ length: Math.ceil(pieces / 10) }, (_, index) => Math.min(10, pieces - index * 10))
  return Promise.all(orders.map(async (quantity) => (await other.order(product.id, quantity, target, quantity * unitSatang)).number))
}

const exact = (satang: number) => formatBaht(satang, 'exact')
const pay = (page: Page, say: Say, satang: number) => payButton(page, say, exact(satang))

test('what is sold out stays in the cart, and the rest is paid', async ({ page, browser, baseURL, say }) => {
  const { t, at } = say
  const scarce = await productOf(page, 'steam-wallet', 'steam-250')
  const card = await productOf(page, 'google-play', 'google-play-100')
  const other = await Buyer.enter(browser, baseURL ?? '')
  await enter(page, at('/'))
  await put(page, say, `/games/steam-wallet?product=${scarce.id}`, 3)
  await put(page, say, `/games/google-play?product=${card.id}`)

  // Others leave one piece of three.
  const numbers = await take(other, scarce, (scarce.remaining ?? 0) - 1, scarce.priceSatang)
  await page.goto(at('/cart'))
  await expect(page.getByText(t('cart:few', { count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: t('cart:takeLeft', { count: 1 }) }).click()
  await expect(page.getByText(t('cart:few', { count: 1 }))).toHaveCount(0)

  // And then that one, too.
  numbers.push(...(await take(other, scarce, 1, scarce.priceSatang)))
  await page.reload()
  await expect(page.getByText(t('cart:sold_out'))).toBeVisible()
  await page.getByRole('button', { name: t('cart:checkout') }).click()
  await expect(page.getByText(t('orders:process.leftOut', { count: 1 }))).toBeVisible()
  await page.getByLabel(t('common:region.TH')).check()
  await pay(page, say, card.priceSatang).click()
  await expect(page.getByRole('img', { name: t('orders:promptpay.qrLabel', { amount: exact(card.priceSatang) }) })).toBeVisible()
  await page.goto(at('/cart'))
  await expect(page.getByText(t('cart:sold_out'))).toBeVisible()
  await Promise.all(numbers.map((number) => other.cancel(number)))
  await other.leave()
})

test('a visitor’s price that changed meanwhile is shown and asked about after signing in', async ({ page, browser, baseURL, say }) => {
  const { t } = say
  const person = 'somchai'
  await accept(page.request, person)
  // Somebody's whom he has no order for that still waits, not even one of an earlier try.
  const target = { playerId: `8123${randomInt(10_000, 99_999)}1`, server: '2201' }
  const product = await productOf(page, 'mobile-legends', 'mobile-legends-weekly')
  const [sale, usual] = [product.flashSale, product.priceSatang]
  if (!sale) throw new Error('the demo has no flash sale of this product')
  await put(page, say, `/games/mobile-legends?product=${product.id}&player=${target.playerId}&server=${target.server}`)
  const other = await Buyer.enter(browser, baseURL ?? '')
  const numbers = await take(other, product, sale.remaining, sale.priceSatang, target)

  await page.goto('/cart')
  await page.getByRole('button', { name: t('cart:loginCheckout') }).click()
  await page.getByRole('button', { name: t('account:login.go', { provider: 'AIS' }) }).click()
  await page.locator(`[data-person="${person}"]`).click()
  const was = t('orders:process.pieceChanged', { old: exact(sale.priceSatang), next: exact(usual) })
  await expect(page.getByText(was)).toBeVisible()
  await pay(page, say, usual).click()
  const dialog = page.getByRole('dialog', { name: t('orders:process.changedTitle') })
  await expect(dialog).toContainText(was)
  await dialog.getByRole('button', { name: t('orders:process.acceptChange', { next: exact(usual) }) }).click()
  await expect(page.getByRole('img', { name: t('orders:promptpay.qrLabel', { amount: exact(usual) }) })).toBeVisible()
  await Promise.all(numbers.map((number) => other.cancel(number)))
  await other.leave()
})

test.describe('an order whose answer is lost', () => {
  // Ordered items have left the cart when the page asks about it.
  test.use({ noise: [/ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|status of 404/] })
  test('is found again when the network is back, though the cart is empty', async ({ page, context, say }) => {
    const { t, at } = say
    const card = await productOf(page, 'google-play', 'google-play-100')
    await enter(page, at('/'))
    await put(page, say, `/games/google-play?product=${card.id}`)
    await page.goto(at('/payment/process'))
    // The order is made, but nobody hears of it.
    await page.route('**/api/purchase/create-order', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByLabel(t('common:region.TH')).check()
    await pay(page, say, card.priceSatang).click()
    await expect(page.getByRole('alert')).toContainText(t('orders:process.unheard'))
    await page.unroute('**/api/purchase/create-order')
    await context.setOffline(true)
    await expect(page.getByText(t('common:offline'))).toBeVisible()
    const cart = page.waitForResponse('**/api/cart/get-my-cart')
    await context.setOffline(false)
    expect(((await (await cart).json()) as { items: unknown[] }).items).toEqual([])
    await pay(page, say, card.priceSatang).click()
    await expect(page.getByRole('img', { name: t('orders:promptpay.qrLabel', { amount: exact(card.priceSatang) }) })).toBeVisible()
    const number = new URL(page.url()).searchParams.get('number') ?? ''
    await page.goto(at('/account/purchased'))
    const orders = page.getByRole('main').getByRole('listitem').filter({ hasText: /MN-/ })
    await expect(orders).toHaveCount(1)
    await expect(orders).toContainText(number)
    await page.goto(at('/payment/process'))
    await expect(page.getByText(t('orders:process.empty'))).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  test('the number of pieces stands in one line', async ({ page, say }) => {
    const { at } = say
    const card = await productOf(page, 'google-play', 'google-play-100')
    await put(page, say, `/games/google-play?product=${card.id}`, 10)
    await page.goto(at('/'))
    const badge = page.getByRole('navigation').getByText('10', { exact: true }).filter({ visible: true })
    expect((await badge.boundingBox())?.height).toBeLessThan(20)
  })
})
