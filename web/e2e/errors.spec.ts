import type { Page } from '@playwright/test'
import { enter, expect, productOf, payButton, test } from './shop/test'
import { Buyer } from './shop/buyer'
import { speaker } from './shop/texts'

/** Errors are told in the user's language, and nothing is lost. */

const main = (page: Page) => page.getByRole('main')
const code = (page: Page) => main(page).getByRole('img')
const payFor = (page: Page, amount: string, language: 'th' | 'en' = 'th') => payButton(page, speaker(language), amount)

async function atPayment(page: Page, sku = 'free-fire-68') {
  const { id } = await productOf(page, 'free-fire', sku)
  await enter(page, `/payment/process?product=${id}&quantity=1&player=884210019`)
}

for (const language of ['th', 'en'] as const) {
  test.describe(language, () => {
    test.use({ language, noise: [/status of 4\d\d/] })

    test('an unknown player is told before anything is paid', async ({ page, say: { t, at } }) => {
      await page.goto(at('/games/free-fire'))
      await page.getByRole('radio', { name: '68' }).click()
      const field = main(page).getByRole('textbox')
      await field.fill('12')
      await expect(page.getByRole('alert')).toHaveText(t('games:game.badPattern', { example: '884210019' }))
      const refused = page.waitForResponse('**/api/topup/validate-user')
      await field.fill('88420000')
      const { code, message } = (await (await refused).json()) as { code: string; message: string }
      expect(code).toBe('player_unknown')
      expect(/[ก-๙]/.test(message)).toBe(language === 'th')
      await expect(page.getByRole('alert')).toHaveText(message)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByRole('link', { name: t('games:game.loginToPay') }), 'the way on is shut').toHaveCount(0)
      await field.fill('884210019')
      await expect(page.getByText(t('games:game.playerFound'))).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('link', { name: t('games:game.loginToPay') })).toBeVisible()
    })

    test('a page that is not there leads home', async ({ page, say: { t, at } }) => {
      const answer = await page.goto(at('/no/such/page'))
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.notFoundTitle'))
      await page.getByRole('link', { name: t('common:error.backHome') }).click()
      await expect(page).toHaveURL(at('/'))
      await expect(main(page).getByRole('link', { name: t('home:choose'), exact: true })).toBeVisible()
    })

    test('another’s order is not shown', async ({ page, browser, baseURL, say: { t, at } }) => {
      const other = await Buyer.enter(browser, baseURL ?? '')
      const { id } = await productOf(page, 'free-fire', 'free-fire-68')
      const { number } = await other.order(id, 1, { playerId: '884210019' }, 2_000)
      await enter(page, at('/account/purchased'))
      await page.goto(at(`/purchase/result?number=${number}`))
      await expect(page.getByRole('alert')).toContainText(t('orders:result.notFound'))
      await page.goto(at(`/promtpay?number=${number}`))
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(code(page)).toHaveCount(0)
      await expect(page.getByText('20.00')).toHaveCount(0)
      await other.leave()
    })
  })
}

test('the other language keeps the page and what was typed', async ({ page }) => {
  const [th, en] = [speaker('th'), speaker('en')]
  await page.goto('/games/free-fire')
  await main(page).getByRole('textbox').fill('884210019')
  await page.getByRole('radio', { name: '310' }).click()
  await expect(page.getByText(th.t('games:game.playerFound'))).toBeVisible()
  await page.getByRole('button', { name: th.t('common:language.switchTo') }).click()
  await expect(page.getByText(en.t('games:game.playerFound'))).toBeVisible()
  await expect(page).toHaveURL(/\/en\/games\/free-fire\?product=\d+$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(en.t('games:game.title', { name: 'Free Fire' }))
  await expect(main(page).getByRole('textbox')).toHaveValue('884210019')
  await expect(page.getByRole('radio', { name: '310 Diamonds' })).toBeChecked()
  // The bare address remembers the choice, on a new page too.
  const later = await page.context().newPage()
  await later.goto('/')
  await expect(later).toHaveURL(/\/en$/)
  await later.close()
  await page.getByRole('button', { name: en.t('common:language.switchTo') }).click()
  await expect(page).toHaveURL(/\/games\/free-fire\?product=\d+$/)
  await expect(main(page).getByRole('textbox')).toHaveValue('884210019')
  await expect(page.getByText(th.t('games:game.playerFound'))).toBeVisible()
})

test.describe('prices that move', () => {
  test.use({ noise: [/status of 409/] })
  const target = { playerId: '812345671', server: '2201' }

  test('a total that changed is shown again before it is paid', async ({ page, browser, baseURL, say: { t } }) => {
    const product = await productOf(page, 'mobile-legends', 'mobile-legends-weekly')
    const [sale, usual] = [product.flashSale, product.priceSatang]
    if (!sale) throw new Error('the demo has no flash sale of this product')
    const other = await Buyer.enter(browser, baseURL ?? '')
    const baht = (satang: number) => (satang / 100).toFixed(2)
    const checkout = `/payment/process?product=${product.id}&quantity=1&player=${target.playerId}&server=${target.server}`
    await enter(page, checkout)
    await expect(payFor(page, baht(sale.priceSatang))).toBeVisible()

    // Others take all that is left of the flash sale.
    const numbers: string[] = []
    for (let left = sale.remaining; left > 0; left -= 10) {
      const quantity = Math.min(left, 10)
      numbers.push((await other.order(product.id, quantity, target, quantity * sale.priceSatang)).number)
    }
    // None is paid for yet: one may wait for what comes back.
    await payFor(page, baht(sale.priceSatang)).click()
    await expect(page).toHaveURL(/\/purchase\/line\?/)

    // It comes back while the checkout shows the usual price.
    await page.goto(checkout)
    const dialog = page.getByRole('dialog', { name: t('orders:process.changedTitle') })
    await expect(payFor(page, baht(usual))).toBeVisible()
    for (const number of numbers) await other.cancel(number)
    await payFor(page, baht(usual)).click()
    await expect(dialog).toContainText(t('orders:process.changedText', { old: baht(usual), next: baht(sale.priceSatang) }))
    await dialog.getByRole('button', { name: t('orders:process.acceptChange', { next: baht(sale.priceSatang) }) }).click()
    await expect(code(page)).toBeVisible()
    await expect(page.getByText(baht(sale.priceSatang), { exact: true })).toBeVisible()
    await other.leave()
  })
})

test.describe('an answer that was lost on its way', () => {
  test.use({ noise: [/ERR_CONNECTION_RESET/] })
  test('makes no second order', async ({ page, say: { t } }) => {
    await atPayment(page)
    // The order is made, but nobody hears of it.
    await page.route('**/api/purchase/create-order', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await payFor(page, '20.00').click()
    await expect(page.getByRole('alert')).toContainText(t('common:error.network'))
    await expect(page.getByRole('alert')).toContainText(t('orders:process.unheard'))
    await page.unroute('**/api/purchase/create-order')
    await payFor(page, '20.00').click()
    await expect(code(page)).toBeVisible()
    const number = new URL(page.url()).searchParams.get('number') ?? ''
    await page.goto('/account/purchased')
    // The account's menu is a list too: orders are what bears a number.
    const orders = main(page).getByRole('listitem').filter({ hasText: /MN-/ })
    await expect(orders).toHaveCount(1)
    await expect(orders).toContainText(number)
  })
})

test('a payment provider that is down is waited for', async ({ page, say: { t }, outside }) => {
  test.setTimeout(120_000)
  await atPayment(page)
  const mend = await outside.fault({ kind: 'opn_down' })
  await payFor(page, '20.00').click()
  await expect(page.getByText(t('orders:promptpay.preparing'))).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  await mend()
  await expect(code(page), 'by itself').toBeVisible({ timeout: 75_000 })
  const number = new URL(page.url()).searchParams.get('number') ?? ''
  await outside.pay(number)
  await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()
})

test.describe('offline', () => {
  test.use({ noise: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|^error: Offline/] })
  test('being offline is said, and what was asked meanwhile comes afterwards', async ({ page, context, say: { t } }) => {
    // A page fetched ahead would be there before it is asked for.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.goto('/search')
    // The page listens.
    const found = main(page).getByRole('status')
    await main(page).getByRole('searchbox').fill('free')
    await expect(found).toHaveText(t('games:found', { count: 1 }))
    await context.setOffline(true)
    const banner = page.getByText(t('common:offline'))
    await expect(banner).toBeVisible()
    await main(page).getByRole('searchbox').fill('valorant')
    // Earlier results are no answer to this search.
    await expect(main(page).getByText(t('common:error.network'))).toBeVisible()
    await expect(found).toBeHidden()
    await context.setOffline(false)
    await expect(banner).toBeHidden()
    await expect(found).toHaveText(t('games:found', { count: 1 }))
    const game = main(page).getByRole('link', { name: 'VALORANT', exact: true })
    await expect(game).toBeVisible()

    // A page that is not here is said not to be, under its address, and comes by itself.
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    for (const [open, path] of [
      [
        () =>
          page
            .getByRole('banner')
            .getByRole('link', { name: t('common:nav.cart') })
            .click(),
        '/cart',
      ],
      [() => game.click(), '/games/valorant'],
    ] as const) {
      await open()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.offlineTitle'))
      if (path === '/cart') await page.getByRole('button', { name: t('common:error.back') }).click()
    }
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'VALORANT' })).toBeVisible()

    // One that only takes long is said to be on its way.
    const line = page.getByRole('banner').locator('.pending-line')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/home', async (route) => {
      await answered
      await route.continue()
    })
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common:nav.home'), exact: true })
      .click()
    await expect(line).toBeVisible()
    answer()
    await expect(main(page).getByRole('link', { name: t('home:choose'), exact: true })).toBeVisible()
    await expect(line).toHaveCount(0)
    await page.unrouteAll()

    // A part that fails to load is named, and comes by itself, without showing a text's key in between.
    await page.goto('/games')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.waitForFunction(() => window.early === undefined)
    const files = /\/assets\/.*\.js$/
    await page.route(files, (route) => route.abort())
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('shell:menu.contact.label') })
      .click()
    await expect(page.getByText(t('common:missing'))).toBeVisible()
    await page.unroute(files)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('pages:contact.heading'))
    await expect(page.getByText(t('common:missing'))).toHaveCount(0)

    // Every page that changes by itself says whether it does.
    await enter(page, '/account/dashboard')
    for (const path of ['/account/dashboard', '/account/inbox', '/account/purchased', '/', '/games/valorant']) {
      await page.goto(path)
      const mark = (state: 'live' | 'offline') =>
        main(page)
          .getByRole('status')
          .getByText(t(`common:live.${state}`), { exact: true })
      await expect(mark('live'), path).toBeVisible()
      await context.setOffline(true)
      await expect(mark('offline'), path).toBeVisible()
      await context.setOffline(false)
      await expect(mark('live'), path).toBeVisible()
    }

    // The other language comes with its texts.
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    await page.getByRole('button', { name: t('common:language.switchTo') }).click()
    await expect(banner).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL('/en/games/valorant')
    await expect(page.getByRole('group', { name: speaker('en').t('games:game.step2') })).toBeVisible()
  })
})

test('who cancels at the provider is told so and may try again', async ({ page, say: { t } }) => {
  await page.goto('/auth/login?returnTo=%2Fcart')
  await page.getByRole('button', { name: t('account:login.go', { provider: 'AIS' }) }).click()
  await page.locator('button.quiet[name=person]').click()
  await expect(page.getByRole('alert')).toHaveText(t('account:login.cancelled'))
  await page.getByRole('link', { name: t('account:login.again') }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test.describe('partners', () => {
  test.use({ noise: [/status of 503/] })
  test('a partner that is down is told, and the ID is checked when it is back', async ({ page, say: { t }, outside }) => {
    test.setTimeout(120_000)
    const mend = await outside.fault({ kind: 'partner_down', scope: { partner: 'moonpin' } })
    await page.goto('/games/valorant')
    await page.getByRole('radio').first().click()
    const field = main(page).getByRole('textbox')
    const refused = page.waitForResponse('**/api/topup/validate-user', { timeout: 40_000 })
    await field.fill('Lime#TH1')
    const { code, message } = (await (await refused).json()) as { code: string; message: string }
    expect(code).toBe('partner_unavailable')
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page.getByRole('link', { name: t('games:game.loginToPay') })).toHaveCount(0)
    await mend()
    let tag = 1
    await expect(async () => {
      tag += 1
      await field.fill(`Lime#TH${tag}`)
      await expect(page.getByText(t('games:game.playerFound'))).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: t('games:game.loginToPay') })).toBeVisible()
  })
})
