import type { Browser, Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { Buyer } from './shop/buyer'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, payButton, productOf, somebody, test } from './shop/test'
import { speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** Payments by redirect: banking apps, a wallet, LINE Pay and cards, on a phone and from a computer. */

const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
}
const COMPUTER = { viewport: { width: 1280, height: 800 } }
const GAME = { slug: 'free-fire', sku: 'free-fire-68', player: '884210019' }
const SATANG = 2_000
const AMOUNT = formatBaht(SATANG, 'exact')

/** The checkout of the product. */
async function checkout(page: Page, { at }: Say): Promise<string> {
  const { id } = await productOf(page, GAME.slug, GAME.sku)
  return at(`/payment/process?product=${id}&quantity=1&player=${GAME.player}`)
}

const way = (page: Page, code: string) => page.locator(`input[name=channel][value=${code}]`)
/** The button that opens the bank, which names it and the amount. */
const openButton = (page: Page, { t }: Say, channel: string) =>
  page.getByRole('button', { name: t('orders:redirect.openAndPay', { channel: ` ${channel}`, amount: AMOUNT }).replace(/ +/g, ' ') })
const openLink = (page: Page, { t }: Say, channel: string) =>
  page.getByRole('link', { name: t('orders:redirect.open', { channel: ` ${channel}` }).replace(/ +/g, ' ') })
const heading = (page: Page, { t }: Say, key: string) => page.getByRole('heading', { level: 1, name: t(`orders:${key}`) })
const numberOf = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return searchParams.get('order') ?? searchParams.get('number') ?? ''
}

/** The page is the bank's. */
const atBank = (page: Page) => page.waitForURL((url) => url.pathname.includes('/opn/payments/'))
/** Presses a button of the bank's page. */
async function answer(page: Page, choice: string, delayMs?: number): Promise<void> {
  if (delayMs !== undefined) await page.locator('#delay').fill(String(delayMs))
  await page.locator(`button[name=answer][value=${choice}]`).click()
}
/** The bank has led back to the shop. */
const backAtShop = (page: Page, { at }: Say) =>
  page.waitForURL((url) => url.pathname === at('/purchase/result') && url.searchParams.has('state'))

async function inFreshBrowser(browser: Browser, options: object, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options)
  try {
    await look(await context.newPage())
  } finally {
    await context.close()
  }
}

test.describe('th, a phone at 390 px', () => {
  test.use({ ...PHONE, language: 'th', noise: [/status of (401|404|409)/], contextOptions: { reducedMotion: 'reduce' } })

  test('opens the app, and comes back paid, late or refused', async ({ page, browser, baseURL, locale, say, outside }) => {
    test.slow()
    const { t, at } = say
    const path = await checkout(page, say)
    const asking = (at: Page) => at.getByRole('heading', { name: t('orders:asking.heading', { channel: ' Bualuang mBanking' }) })
    await enter(page, path)

    await test.step('K PLUS is paid and leads back', async () => {
      await way(page, 'kbank').check()
      await everybodyCanUse(page)
      await openButton(page, say, 'K PLUS').click()
      await atBank(page)
      await answer(page, 'pay')
      await backAtShop(page, say)
      await expect(heading(page, say, 'result.completed')).toBeVisible()
      await everybodyCanUse(page)
    })

    await test.step('a fresh browser without a session waits for the bank', async () => {
      await page.goto(path)
      await way(page, 'bbl').check()
      await page.getByRole('button', { name: AMOUNT }).click()
      await atBank(page)
      await answer(page, 'pay_late', 12_000)
      await backAtShop(page, say)
      await expect(asking(page)).toBeVisible()
      const address = page.url()
      await inFreshBrowser(browser, { baseURL, locale, ...PHONE }, async (fresh) => {
        await fresh.goto(address)
        await expect(asking(fresh)).toBeVisible()
        await expect(fresh.getByText(t('orders:returned.signedOut'))).toBeVisible()
        await expect(fresh.getByText(GAME.player), 'nothing personal').toHaveCount(0)
        await everybodyCanUse(fresh)
        await expect(heading(fresh, say, 'result.completed')).toBeVisible()
        await fresh.goto(address.replace(/state=[^&]+/, 'state=wrong'))
        await expect(fresh.getByText(t('orders:returned.wrong'))).toBeVisible()
      })
      await expect(heading(page, say, 'result.completed')).toBeVisible()
    })

    await test.step('TrueMoney is refused, and the same order is paid another way', async () => {
      await page.goto(path)
      await way(page, 'wallet').check()
      await page.getByRole('button', { name: AMOUNT }).click()
      await atBank(page)
      await answer(page, 'refuse')
      await backAtShop(page, say)
      await expect(heading(page, say, 'returned.failed')).toBeVisible()
      await expect(page.getByText(t('orders:redirectFailure.payment_rejected'))).toBeVisible()
      const number = numberOf(page)
      await page.getByRole('link', { name: t('orders:result.toPay') }).click()
      await expect(page).toHaveURL(at(`/payment/process?order=${number}`))
      await everybodyCanUse(page)
      await page.getByRole('button', { name: t('orders:change.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('orders:change.title') })
      await dialog.locator('input[value=promptpay]').check()
      await everybodyCanUse(page)
      await payButton(page, say, AMOUNT).click()
      await expect(page).toHaveURL(at(`/promtpay?number=${number}`))
      await outside.pay(number)
      await expect(heading(page, say, 'result.completed')).toBeVisible()
    })
  })
})

test.describe('en, a computer at 1280 px', () => {
  test.use({ ...COMPUTER, language: 'en', noise: [/status of (401|404|409|410|503)/], contextOptions: { reducedMotion: 'reduce' } })

  test('hands over to a phone, leaves and comes back', async ({ page, browser, baseURL, locale, say }) => {
    test.slow()
    const { t, at } = say
    const path = await checkout(page, say)
    await enter(page, path)

    await test.step('SCB EASY is handed over to a phone', async () => {
      await way(page, 'scb').check()
      await everybodyCanUse(page)
      const handedOver = page.waitForResponse('**/api/purchase/hand-over')
      await payButton(page, say, AMOUNT).click()
      await expect(page.getByRole('img', { name: t('orders:handOver.qrLabel') })).toBeVisible()
      await expect(page.getByText(t('orders:handOver.waits'))).toBeVisible()
      await everybodyCanUse(page)
      const { url } = (await (await handedOver).json()) as { url: string }
      const number = numberOf(page)
      const options = { baseURL, locale, ...PHONE }
      await inFreshBrowser(browser, options, async (phone) => {
        await phone.goto(url)
        await expect(openLink(phone, say, 'SCB EASY')).toBeVisible()
        await expect(phone.getByText(AMOUNT, { exact: true })).toBeVisible()
        await expect(phone).toHaveURL(at('/payment/process?handover=opened'))
        await everybodyCanUse(phone)
        await expect(page.getByText(t('orders:handOver.opened')).first()).toBeVisible()
        await inFreshBrowser(browser, options, async (second) => {
          await second.goto(url)
          await expect(heading(second, say, 'handedOver.over')).toBeVisible()
        })
        await phone.reload()
        await openLink(phone, say, 'SCB EASY').click()
        await atBank(phone)
        await answer(phone, 'pay')
        await backAtShop(phone, say)
        await expect(heading(phone, say, 'result.completed')).toBeVisible()
        await expect(phone.getByText(t('orders:returned.signedOut'))).toBeVisible()
      })
      await expect(page).toHaveURL(at(`/purchase/result?number=${number}`))
      await expect(heading(page, say, 'result.completed')).toBeVisible()
    })

    await test.step('LINE Pay is left, and the waiting bar leads back to it', async () => {
      await page.goto(path)
      await way(page, 'linepay').check()
      await openButton(page, say, 'LINE Pay').click()
      await atBank(page)
      await page.goBack()
      await expect(openLink(page, say, 'LINE Pay')).toBeVisible()
      const number = numberOf(page)
      await page.goto(at('/games'))
      const bar = page.getByRole('complementary', { name: t('orders:bar.label') })
      await bar.getByRole('link', { name: t('orders:bar.pay') }).click()
      await expect(page).toHaveURL(at(`/payment/process?order=${number}`))
      await openLink(page, say, 'LINE Pay').click()
      await atBank(page)
      await answer(page, 'pay')
      await backAtShop(page, say)
      await expect(heading(page, say, 'result.completed')).toBeVisible()
    })
  })

  test('pays by a new card, which a phone uses again', async ({ page, browser, baseURL, say, outside }) => {
    test.slow()
    const { t } = say
    const person = somebody()
    await enter(page, await checkout(page, say), person)

    await test.step('a new card is entered in the provider’s form, kept and confirmed', async () => {
      await way(page, 'card').check()
      await page.getByRole('button', { name: t('orders:card.enterAndPay', { amount: AMOUNT }) }).click()
      await page.waitForURL((url) => url.searchParams.has('order'))
      await page.getByRole('checkbox', { name: t('orders:card.remember') }).check()
      await everybodyCanUse(page)
      const enterCard = page.getByRole('button', { name: t('orders:card.enterAndPay', { amount: AMOUNT }) })
      const form = page.frameLocator('#omise-checkout-iframe-app')
      await enterCard.click()
      await form.locator('#close').click()
      await enterCard.click()
      await form.locator('#card-number').fill('4242424242424242')
      await form.locator('#card-expiry').fill('05/35')
      await form.locator('#card-code').fill('123')
      await form.locator('#card-name').fill('Mali Jaidee')
      await form.locator('#card-email').fill('mali@example.com')
      await form.locator('#card-phone').fill('0812345678')
      await form.locator('#submit').click()
      await atBank(page)
      await page.locator('[name=passcode]').fill('123456')
      await answer(page, 'pay')
      await backAtShop(page, say)
      await expect(heading(page, say, 'result.completed')).toBeVisible()
      await expect(page.getByText('Visa •••• 4242', { exact: true })).toBeVisible()
    })

    await test.step('on a phone the saved card is refused, and the same order is paid another way', async () => {
      const thai = speaker('th')
      await inFreshBrowser(browser, { baseURL, locale: 'th-TH', ...PHONE }, async (phone) => {
        await enter(phone, await checkout(phone, thai), person)
        await expect(phone.getByText(thai.t('orders:channel.savedCard', { card: '•••• 4242' }))).toBeVisible()
        await way(phone, 'card').check()
        await phone.getByRole('button', { name: thai.t('orders:card.enterAndPay', { amount: AMOUNT }) }).click()
        await phone.waitForURL((url) => url.searchParams.has('order'))
        const paySaved = phone.getByRole('button', { name: thai.t('orders:card.pay', { amount: AMOUNT, card: '•••• 4242' }) })
        await expect(paySaved).toBeVisible()
        await everybodyCanUse(phone)
        await paySaved.click()
        await atBank(phone)
        await answer(phone, 'refuse')
        await backAtShop(phone, thai)
        await expect(heading(phone, thai, 'returned.failed')).toBeVisible()
        await expect(phone.getByText(thai.t('orders:cardFailure.payment_rejected'))).toBeVisible()
        const number = numberOf(phone)
        await phone.getByRole('link', { name: thai.t('orders:result.toPay') }).click()
        await expect(phone).toHaveURL(thai.at(`/payment/process?order=${number}`))
        await expect(paySaved).toBeVisible()
        await everybodyCanUse(phone)
        await phone.getByRole('button', { name: thai.t('orders:change.open') }).click()
        await phone
          .getByRole('dialog', { name: thai.t('orders:change.title') })
          .locator('input[value=promptpay]')
          .check()
        await payButton(phone, thai, AMOUNT).click()
        await expect(phone).toHaveURL(thai.at(`/promtpay?number=${number}`))
        await outside.pay(number)
        await expect(heading(phone, thai, 'result.completed')).toBeVisible()
      })
    })
  })

  test('shows a bank that is down, and offers it again by itself', async ({ page, browser, baseURL, say, outside }) => {
    test.slow()
    const path = await checkout(page, say)
    await enter(page, path)
    await expect(way(page, 'ktb')).toBeEnabled()
    const mend = await outside.fault({ kind: 'opn_down', scope: { source: 'mobile_banking_ktb' } })
    const buyer = await Buyer.enter(browser, baseURL ?? '')
    const { id } = await productOf(page, GAME.slug, GAME.sku)
    // It closes after some tries in a row that the bank did not answer; then the shop refuses the order.
    await expect(async () => {
      await buyer.order(id, 1, { playerId: GAME.player }, SATANG, 'ktb').catch(() => undefined)
      await expect(way(page, 'ktb')).toBeDisabled({ timeout: 1_000 })
    }).toPass({ timeout: 90_000 })
    await everybodyCanUse(page)
    await mend()
    await expect(way(page, 'ktb'), 'nobody has loaded the page again').toBeEnabled({ timeout: 90_000 })
    await buyer.leave()
  })
})
