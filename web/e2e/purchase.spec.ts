import type { Locator, Page } from '@playwright/test'
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
        if (size === SIZES[0].size) {
          await page.getByRole('combobox', { name: t('common:search.label') }).fill(game.typed)
          await page.getByRole('option', { name: game.name }).first().click()
        } else {
          await page
            .getByRole('main')
            .getByRole('searchbox', { name: t('common:search.label') })
            .fill(game.typed)
          await expect(page.getByRole('main').getByRole('status')).toHaveText(t('games:found', { count: 1 }))
          await page.getByRole('main').getByRole('link', { name: game.name }).click()
        }

        await expect(page.getByRole('heading', { level: 1, name: game.name })).toBeVisible()
        await page.getByRole('main').getByRole('textbox').fill(game.id)
        await expect(page.getByText(t('games:game.playerFound'))).toBeVisible()
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

/** As the game copies it. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', copied)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test.describe('choosing in the hand', () => {
  test.use({ ...SIZES[1].use, language: 'th' })
  test('what is missing is shown, a pasted ID is taken apart, and the price and the button are always in sight', async ({ page, say }) => {
    const { t, at } = say
    await page.goto(at('/search'))
    const search = page.getByRole('main').getByRole('searchbox')
    await search.fill('โมบายเลเจ้นด์')
    await page.getByRole('main').getByRole('link', { name: 'Mobile Legends: Bang Bang', exact: true }).click()

    const go = page.getByRole('button', { name: t('games:game.pay'), exact: true })
    await expect(go).toBeInViewport()
    await expect(page.getByRole('navigation', { name: t('common:nav.label') }), 'the bar stands in its place').toBeHidden()
    await go.click()
    const id = page.locator('[name=player]')
    const zone = page.locator('[name=server]')
    await expect(id).toBeFocused()
    await expect(id).toBeInViewport()
    await expect(page.getByRole('alert').filter({ hasText: t('games:game.enterId') })).toBeVisible()

    await paste(id, '๑๒๓๔๕๖๗ (2201)')
    await expect(id).toHaveValue('1234567')
    await expect(zone).toHaveValue('2201')
    await expect(page.getByText(t('games:game.playerFound'))).toBeVisible()
    await go.click()
    const packages = page.getByRole('group', { name: t('games:game.step2') })
    await expect(packages).toContainText(t('games:game.choosePackage'))
    const first = packages.getByRole('radio').first()
    await expect(first).toBeFocused()
    await first.click()

    const on = page.getByRole('link', { name: t('games:game.loginToPay') })
    await expect(on).toBeInViewport()
    await expect(page.locator('.action-bar')).toContainText(/฿\d+\.\d\d/)
    // Neither a reload nor the way there and back takes what was typed.
    await page.reload()
    await expect(id).toHaveValue('1234567')
    await on.click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.goBack()
    await expect(id).toHaveValue('1234567')
    await expect(zone).toHaveValue('2201')
    await expect(on).toBeVisible()
  })
})

test.describe('searching at a desk', () => {
  test.use({ language: 'th', viewport: SIZES[0].use.viewport })
  test('Thai spellings are understood, by keyboard alone, and remembered here', async ({ page, say }) => {
    const { t, at } = say
    await page.goto(at('/'))
    const field = page.getByRole('combobox', { name: t('common:search.label') })
    await field.fill('พับจี')
    const first = page.getByRole('option').first()
    await expect(first).toContainText('PUBG Mobile')
    await field.press('ArrowDown')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await field.press('Enter')
    await expect(page).toHaveURL(at('/games/pubg-mobile'))
    await field.fill('valorent')
    await expect(page.getByText(t('games:guessed', { search: 'valorent', name: 'VALORANT' }))).toBeVisible()
    await field.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await field.fill('')
    await expect(page.getByRole('option', { name: 'PUBG Mobile' }).first()).toBeVisible()
    await expect(page.getByText(t('games:recent'))).toBeVisible()
  })
})

test.describe('a voucher', () => {
  test.use({ language: 'th', permissions: ['clipboard-read', 'clipboard-write'] })
  test('shows its code when it is tapped, not before', async ({ page, context, say, outside }) => {
    const { t, at } = say
    await accept(page.request, 'ploy')
    await page.goto(at('/games/steam-wallet'))
    await page.getByRole('radio').first().click()
    await page.getByLabel(t('common:region.TH')).check()
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
    const voucher = (await (await answered).json()) as { code: string; serial: string }
    await expect(page.getByText(t('orders:result.serial', { serial: voucher.serial }))).toBeVisible()
    await copy.click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(voucher.code.replaceAll('-', ''))
    // Another look is another tap.
    await page.reload()
    await expect(reveal).toBeVisible()
    await expect(copy).toHaveCount(0)
  })
})
