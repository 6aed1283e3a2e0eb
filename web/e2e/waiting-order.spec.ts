import { formatBaht } from '../src/ui/amount'
import { everybodyCanUse } from './shop/fits'
import { newNumber } from './shop/numbers'
import { enter, expect, payButton, productOf, SIZES, test } from './shop/test'

/** An order that waits is never out of sight, may be paid another way, and its receipt adds up. */

const exact = (satang: number) => formatBaht(satang, 'exact')
/** `−9.00` as satang. */
const satangOf = (text: string) => Math.round(Number(text.replace('\u2212', '-').replace(/[^\d.-]/g, '')) * 100)

const [wide, narrow] = SIZES

for (const { language, size, use } of [
  { language: 'th', ...narrow },
  { language: 'en', ...wide },
] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, noise: [/status of (404|409)/], contextOptions: { reducedMotion: 'reduce' } })

    test('an order is left, found again, paid another way, and told in a receipt', async ({ page, browser, baseURL, say, outside }) => {
      // Looks by axe.
      test.slow()
      const { t, at } = say
      const product = await productOf(page, 'free-fire', 'free-fire-310')
      const checkout = at(`/payment/process?product=${product.id}&quantity=1&player=884210019&channel=promptpay`)
      await enter(page, checkout)
      // Chosen on the page before: it is told, not asked again.
      await expect(page.getByRole('button', { name: t('orders:process.change') })).toBeVisible()
      await expect(page.getByRole('radio')).toHaveCount(0)
      await page.getByRole('textbox', { name: t('coupons:code') }).fill('NOSUCH')
      await page.getByRole('button', { name: t('coupons:apply') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      expect(page.url(), 'what does not hold is not kept').not.toContain('coupon')
      await page.getByRole('textbox', { name: t('coupons:code') }).fill('LIME10')
      await page.getByRole('button', { name: t('coupons:apply') }).click()
      const off = Math.round(product.priceSatang / 10)
      const total = product.priceSatang - off
      await everybodyCanUse(page)
      await payButton(page, say, exact(total)).click()
      await page.waitForURL((url) => url.pathname === at('/promtpay'))
      const number = new URL(page.url()).searchParams.get('number') ?? ''
      const bar = page.getByRole('complementary', { name: t('orders:bar.label') })
      await expect(page.getByText(number, { exact: true })).toBeVisible()
      await expect(bar, 'its own page says it larger').toHaveCount(0)

      // Somewhere else it is told of, and one tap leads back.
      await page.goto(at('/games'))
      await expect(bar).toContainText(formatBaht(total))
      await everybodyCanUse(page)
      await bar.getByRole('link', { name: t('orders:bar.pay') }).click()
      await expect(page).toHaveURL(at(`/promtpay?number=${number}`))

      // The same again is asked about first.
      await page.goto(checkout)
      await payButton(page, say, exact(product.priceSatang)).click()
      const twin = page.getByRole('dialog', { name: t('orders:twin.title') })
      await expect(twin).toContainText(number.replaceAll('-', '-\u2060'))
      await twin.getByRole('link', { name: t('orders:twin.pay') }).click()
      await expect(page).toHaveURL(at(`/promtpay?number=${number}`))

      // By a mobile number instead.
      await page.getByRole('button', { name: t('orders:change.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('orders:change.title') })
      await dialog.locator('input[value=ais_prepaid]').check()
      await everybodyCanUse(page)
      await dialog.getByRole('radio', { name: t('orders:process.anotherNumber') }).check()
      const mobile = newNumber()
      await dialog.getByLabel(t('orders:process.payingNumber')).fill(mobile)
      await everybodyCanUse(page)
      await payButton(page, say, exact(total)).click()
      await expect(page).toHaveURL(at(`/payment/process?order=${number}`))
      await expect(outside.charge(number), 'the code of before cannot be paid').rejects.toThrow('no charge waits')
      await page.getByLabel(t('mobile:code.code'), { exact: true }).fill(await outside.code(mobile))
      await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()

      await page.getByRole('button', { name: t('orders:receipt.show') }).click()
      const receipt = page.getByRole('dialog', { name: t('orders:receipt.title') })
      await expect(receipt.getByRole('listitem')).toHaveCount(1)
      const lines = await receipt.getByRole('listitem').locator('> span:last-child').allTextContents()
      expect(lines.map(satangOf)).toEqual([product.priceSatang])
      const sums = (await receipt.locator('dl').last().locator('dd').allTextContents()).map(satangOf)
      expect(sums.slice(0, 3), 'lines, less the discount once, are what was paid').toEqual([product.priceSatang, -off, total])
      // The tax of seven percent that the total contains.
      expect(sums[3]).toBe(Math.round((total * 7) / 107))
      await everybodyCanUse(page)

      // A company's books want a tax invoice.
      await receipt.getByRole('button', { name: t('orders:tax.ask') }).click()
      const form = page.getByRole('dialog', { name: t('orders:tax.title') })
      await form.getByLabel(t('orders:tax.taxId')).fill('1234567890123')
      await form.getByLabel(t('orders:tax.address')).fill('99 ถนนสุขุมวิท กรุงเทพฯ 10110')
      await form.getByRole('button', { name: t('orders:tax.save') }).click()
      await expect(form.getByRole('alert')).toHaveText(t('orders:tax.taxIdWrong'))
      await form.getByLabel(t('orders:tax.taxId')).fill('1-1017-00203-45-0')
      await form.getByRole('button', { name: t('orders:tax.save') }).click()
      // It is listed beside the receipt, made out to the company; each has its own number and PDF.
      const documents = receipt.getByRole('region', { name: t('orders:documents.title') }).getByRole('listitem')
      await expect(documents).toHaveCount(2)
      await expect(documents.last()).toContainText('1101700203450')
      const issued = (await documents.last().textContent())?.match(/TI-\d{4}-\d{7}/)?.[0]
      await everybodyCanUse(page)
      const printed = page.waitForEvent('download')
      await documents
        .last()
        .getByRole('button', { name: t('orders:documents.pdf', { number: issued }) })
        .click()
      expect((await printed).suggestedFilename()).toBe(`${issued}.pdf`)

      await page.goto(at('/games'))
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      await expect(bar).toHaveCount(0)

      // Anyone with the number and the last four digits may see its state.
      const elsewhere = await browser.newContext({ viewport: page.viewportSize(), ...(baseURL && { baseURL }) })
      const visitor = await elsewhere.newPage()
      await visitor.goto(at('/track'))
      await visitor.getByLabel(t('orders:track.number')).fill(number.toLowerCase())
      await visitor.getByLabel(t('orders:track.proof')).fill(mobile.slice(-4))
      await everybodyCanUse(visitor)
      await visitor.getByRole('button', { name: t('orders:track.look') }).click()
      await expect(visitor.getByRole('main')).toContainText(t('orders:status.completed'))
      await everybodyCanUse(visitor)
      await elsewhere.close()
    })
  })
}
