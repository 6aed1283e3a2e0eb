import type { Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, payButton, productOf, purchaseCalls, test } from './shop/test'
import type { speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** A wrong ID after paying: the buyer corrects it without our team. */

const GAME = { slug: 'free-fire', sku: 'free-fire-310' }
/** The partner finds this player, takes the order, and then does not know the player. */
const WRONG = '884219999'
const RIGHT = '884210019'

/** Pays for a delivery to the wrong ID; the page stands at the order, which has failed. Returns its number. */
async function fail(page: Page, say: Say, pay: (number: string) => Promise<void>): Promise<string> {
  const { t, at } = say
  const product = await productOf(page, GAME.slug, GAME.sku)
  await enter(page, at(`/payment/process?product=${product.id}&quantity=1&player=${WRONG}&channel=promptpay`))
  await payButton(page, say, formatBaht(product.priceSatang, 'exact')).click()
  await page.waitForURL((url) => url.pathname === at('/promtpay'))
  const number = new URL(page.url()).searchParams.get('number') ?? ''
  await pay(number)
  await page.waitForURL((url) => url.pathname === at('/purchase/result'))
  await expect(page.getByRole('heading', { level: 1, name: t('orders:result.choose') })).toBeVisible()
  return number
}

for (const { language, size, use } of [
  { language: 'th', size: 'at 390 px', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
  { language: 'en', size: 'at 1280 px', use: { viewport: { width: 1280, height: 800 } } },
] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    test('a wrong ID is corrected after paying, and the item arrives', async ({ page, say, outside }) => {
      // Looks by axe.
      test.slow()
      const { t, at } = say
      const number = await fail(page, say, (order) => outside.pay(order))
      const line = page.getByRole('article')
      await expect(line.getByText(t('orders:delivery.choose'), { exact: true })).toBeVisible()
      await expect(line.getByText(t('corrections:reason.player'), { exact: true })).toBeVisible()
      await everybodyCanUse(page)

      await line.getByRole('button', { name: t('corrections:open') }).click()
      const sheet = page.getByRole('dialog')
      // All three ways on one sheet, and the one that helps is the first.
      const way = (key: string) => sheet.getByRole('radio', { name: t(`corrections:${key}.name`) })
      await expect(way('player')).toBeChecked()
      for (const key of ['product', 'refund']) await expect(way(key)).toBeVisible()
      await way('refund').check()
      await expect(sheet.getByText(t('corrections:refund.bank'))).toBeVisible()
      await everybodyCanUse(page)

      await way('player').check()
      const id = sheet.locator('[name=player]')
      await expect(id).toHaveValue(WRONG)
      await sheet.getByRole('button', { name: t('corrections:player.next') }).click()
      await expect(sheet.getByRole('alert')).toHaveText(t('corrections:player.same'))
      await expect(id).toBeFocused()
      await id.fill(RIGHT)
      await expect(sheet.getByText(t('games:game.playerFound'))).toBeVisible()
      await everybodyCanUse(page)
      await sheet.getByRole('button', { name: t('corrections:player.next') }).click()

      // It says what happens before it happens.
      await expect(sheet).toContainText(RIGHT)
      await expect(sheet).toContainText(WRONG)
      await expect(sheet.getByText(t('corrections:confirm.free'))).toBeVisible()
      await everybodyCanUse(page)
      const calls = purchaseCalls(page)
      await sheet.getByRole('button', { name: t('corrections:confirm.doPlayer', { name: '' }).trim() }).click()
      await expect(sheet).toBeHidden()

      await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()
      expect(calls, 'told, not asked for').toEqual(['/api/purchase/correct'])
      await expect(line.getByText(t('orders:delivery.delivered'), { exact: true })).toBeVisible()
      await expect(line).toContainText(RIGHT)
      await expect(line).not.toContainText(WRONG)
      await expect(page.getByText(t('orders:step.corrected'), { exact: true })).toBeVisible()
      await everybodyCanUse(page)

      await page.getByRole('link', { name: t('orders:result.purchases') }).click()
      await expect(page).toHaveURL(at('/account/purchased'))
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: number })
      await expect(row).toContainText(t('orders:status.completed'))
    })
  })
}
