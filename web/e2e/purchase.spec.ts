import type { Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { drawn, meaning } from './shop/qr'
import { accept, expect, purchaseCalls, SIZES, payButton, test } from './shop/test'
import type { speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** The whole road as a person walks it, with the phone in the other hand. */

/** Chooses who one is on the login provider's page. */
async function signIn(page: Page, { t }: Say, person: string) {
  await page.getByRole('button', { name: t('account:login.go', { provider: 'AIS' }) }).click()
  await page.locator(`[data-person="${person}"]`).click()
}

/** The order's number and amount (satang) as the QR page shows them. */
async function shown(page: Page, { t }: Say, satang: number): Promise<string> {
  const code = page.getByRole('img', { name: t('orders:promptpay.qrLabel', { amount: formatBaht(satang, 'exact') }) })
  await expect(code).toBeVisible()
  await expect(page.getByText(formatBaht(satang, 'exact'), { exact: true })).toBeVisible()
  const number = new URL(page.url()).searchParams.get('number') ?? ''
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  const left = t('orders:waiting.left', { time: 'TIME' }).split('TIME')
  const countdown = page.getByText(new RegExp(`^${left[0]}(10:00|09:\\d\\d)${left[1]}$`))
  await expect(countdown).toBeVisible()
  const before = await countdown.textContent()
  await expect(countdown, 'it counts').not.toHaveText(before ?? '')
  return number
}

for (const { size, use } of SIZES) {
  for (const { language, person, game } of [
    {
      language: 'th',
      person: 'somchai',
      game: { typed: 'free', slug: 'free-fire', name: 'Free Fire', id: '884210019', package: 'เพชร 310' },
    },
    {
      language: 'en',
      person: 'john',
      game: { typed: 'FREE', slug: 'free-fire', name: 'Free Fire', id: '884210019', package: '310 Diamonds' },
    },
  ] as const) {
    test.describe(`a top-up ${size} in ${language}`, () => {
      test.use({ ...use, language })
      test('is paid with the phone and arrives while one looks', async ({ page, context, say, outside }) => {
        const { t, at } = say
        await accept(page.request, person)
        await page.goto(at('/'))
        await page
          .getByRole('main')
          .getByRole('link', { name: t('home:choose'), exact: true })
          .click()
        await expect(page).toHaveURL(at('/games'))
        await page
          .getByRole('main')
          .getByRole('searchbox', { name: t('common:search.label') })
          .fill(game.typed)
        await expect(page.getByRole('main').getByRole('status')).toHaveText(t('games:found', { count: 1 }))
        await page.getByRole('main').getByRole('link', { name: game.name }).click()

        await expect(page.getByRole('heading', { level: 1, name: game.name })).toBeVisible()
        await page.getByRole('main').getByRole('textbox').fill(game.id)
        await expect(page.getByText(t('games:game.isThisYou'))).toBeVisible()
        await page.getByRole('radio', { name: game.package }).click()
        await page.getByRole('link', { name: t('games:game.loginToPay') }).click()

        await signIn(page, say, person)
        await payButton(page, say, formatBaht(9_000, 'exact')).click()

        const number = await shown(page, say, 9_000)
        const calls = purchaseCalls(page)
        await page.evaluate(() => Object.assign(window, { same: true }))
        const payload = await outside.payload(number)
        expect(await drawn(page.locator('main svg[role=img]'))).toEqual(meaning(payload))
        await expect(page.getByText(t('common:live.live'), { exact: true })).toBeVisible()

        const phone = await context.newPage()
        await outside.scanAndPay(phone, payload, 9_000)
        await expect(page.getByText(t('orders:step.paid'), { exact: true }).first()).toBeVisible()
        await page.waitForURL((url) => url.pathname === at('/purchase/result'))
        await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()
        await expect(page.getByText(t('orders:delivery.delivered'), { exact: true })).toBeVisible()
        expect(calls, 'told, not asked for').toEqual([])
        expect(await page.evaluate(() => (window as { same?: boolean }).same), 'never loaded anew').toBe(true)

        await page.getByRole('button', { name: t('orders:receipt.show') }).click()
        const receipt = page.getByRole('dialog', { name: t('orders:receipt.title') })
        await expect(receipt.getByText(number)).toBeVisible()
        await expect(receipt.getByText(game.package)).toBeVisible()
        await receipt.getByRole('button', { name: t('common:action.dismiss') }).click()

        await page.getByRole('link', { name: t('orders:result.purchases') }).click()
        const row = page.getByRole('main').getByRole('listitem').filter({ hasText: number })
        await expect(row).toContainText(game.package)
        await expect(row).toContainText(t('orders:status.completed'))
      })
    })
  }
}

test.describe('a voucher', () => {
  test.use({ language: 'th', permissions: ['clipboard-read', 'clipboard-write'] })
  test('shows its code when it is tapped, not before', async ({ page, context, say, outside }) => {
    const { t, at } = say
    await accept(page.request, 'ploy')
    await page.goto(at('/games/steam-wallet'))
    await page.getByRole('radio').first().click()
    const price = 10_000
    await page.getByRole('link', { name: t('games:game.loginToPay') }).click()
    await signIn(page, say, 'ploy')
    await payButton(page, say, formatBaht(price, 'exact')).click()
    const number = await shown(page, say, price)
    await outside.scanAndPay(await context.newPage(), await outside.payload(number), price)

    const reveal = page.getByRole('button', { name: t('orders:result.reveal') })
    await expect(reveal).toBeVisible()
    const copy = page.getByRole('button', { name: t('orders:result.copy'), exact: true })
    await expect(copy).toHaveCount(0)
    const answered = page.waitForResponse('**/api/purchase/reveal-code')
    await reveal.click()
    const { codes } = (await (await answered).json()) as { codes: Array<{ code: string; serial: string }> }
    const [voucher] = codes
    expect(codes).toHaveLength(1)
    await expect(page.getByText(t('orders:result.serial', { serial: voucher?.serial }))).toBeVisible()
    await copy.click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(voucher?.code)
    // Another look is another tap.
    await page.reload()
    await expect(reveal).toBeVisible()
    await expect(copy).toHaveCount(0)
  })
})
