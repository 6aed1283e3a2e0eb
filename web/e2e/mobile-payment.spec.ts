import type { Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { everybodyCanUse } from './shop/fits'
import { masked, newNumber, wrong } from './shop/numbers'
import { plain } from '../src/i18n/plain'
import { enter, expect, productOf, purchaseCalls, SIZES, somebody, tapUntilGood, payButton, test } from './shop/test'
import { shown, type speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** Paying by mobile number: from its balance or on its bill, by a code that is texted to it. */

const TOTAL = 2_000
const CHANNELS = {
  ais_prepaid: { name: { th: 'AIS เติมเงิน', en: 'AIS Prepaid' }, hint: 'process.fromBalance', ending: '71' },
  ais_postpaid: { name: { th: 'AIS รายเดือน', en: 'AIS Postpaid' }, hint: 'process.fromBill', ending: '72' },
} as const

/** Somebody stands where one chooses how to pay; answers the address. */
async function standAtCheckout(page: Page, { at }: Say, person?: string): Promise<string> {
  const product = await productOf(page, 'free-fire', 'free-fire-68')
  const path = at(`/payment/process?product=${product.id}&quantity=1&player=884210019`)
  await enter(page, path, person)
  return path
}

const channel = (page: Page, name: string) => page.getByRole('radio', { name: shown(name) })
/** Pays by a number that is typed: the account has one of its own, which comes first. */
async function byAnother(page: Page, { t }: Say, name: string): Promise<void> {
  await channel(page, name).check()
  await page.getByRole('radio', { name: t('orders:process.anotherNumber') }).check()
}
const numberField = (page: Page, { t }: Say) => page.getByLabel(t('orders:process.payingNumber'))
const pay = (page: Page, say: Say) => payButton(page, say, formatBaht(TOTAL, 'exact'))
const codeField = (page: Page, { t }: Say) => page.getByLabel(t('mobile:code.code'), { exact: true })
const done = (page: Page, { t }: Say) => page.getByRole('heading', { level: 1, name: t('orders:result.completed') })
const live = (page: Page, { t }: Say) => page.getByText(t('common:live.live'), { exact: true })

/** The code of an order is asked for; answers the order's number. */
async function asked(page: Page, say: Say, number: string): Promise<string> {
  await expect(codeField(page, say)).toBeFocused()
  await expect(page.getByText(masked(number))).toBeVisible()
  const order = new URL(page.url()).searchParams.get('order') ?? ''
  await expect(page.getByText(order, { exact: true })).toBeVisible()
  return order
}

/** The letters by which a code is known again. */
async function letters(page: Page, { t }: Say): Promise<string> {
  const text = await page.getByText(new RegExp(`^${t('mobile:code.ref')} [A-Z]{4}$`)).textContent()
  return text?.slice(-4) ?? ''
}

/** A number that is new pays by its balance: the page asks for its code. */
async function standAtCode(page: Page, say: Say): Promise<{ number: string; order: string }> {
  await standAtCheckout(page, say)
  await byAnother(page, say, 'AIS เติมเงิน')
  const number = newNumber()
  await numberField(page, say).fill(number)
  await pay(page, say).click()
  const order = await asked(page, say, number)
  await expect(live(page, say)).toBeVisible()
  return { number, order }
}

for (const { size, use } of SIZES) {
  for (const { language, code } of [
    { language: 'th', code: 'ais_prepaid' },
    { language: 'en', code: 'ais_postpaid' },
  ] as const) {
    test.describe(`${language} ${size}`, () => {
      test.use({ ...use, language, noise: [/status of 422/], contextOptions: { reducedMotion: 'reduce' } })

      test('a number pays, and every window turns', async ({ page, context, say, outside }) => {
        // Four looks by axe.
        test.slow()
        const { t, at } = say
        const { name, hint, ending } = CHANNELS[code]
        await standAtCheckout(page, say)
        await byAnother(page, say, name[language])
        await expect(page.getByText(t(`orders:${hint}`))).toBeVisible()
        await everybodyCanUse(page)
        const field = numberField(page, say)
        await field.fill('02-123-4567')
        await pay(page, say).click()
        await expect(page.getByRole('alert')).toContainText('0812345678')
        await expect(field).toBeFocused()
        await expect(field).toHaveValue('02-123-4567')
        await everybodyCanUse(page)
        const number = newNumber(ending)
        await field.fill(`${number.slice(0, 3)} ${number.slice(3)}`)
        await pay(page, say).click()

        const order = await asked(page, say, number)
        await expect(page).toHaveURL(at(`/payment/process?order=${order}`))
        await expect(page).toHaveTitle(plain(t('orders:byNumber.title')))
        await expect(page.getByText(formatBaht(TOTAL, 'exact'), { exact: true })).toBeVisible()
        const left = t('orders:waiting.left', { time: 'TIME' }).split('TIME')
        await expect(page.getByText(new RegExp(`^${left[0]}0(3:00|2:\\d\\d)${left[1]}$`))).toBeVisible()
        await everybodyCanUse(page)
        const ref = await letters(page, say)
        await page.reload()
        await asked(page, say, number)
        expect(await letters(page, say), 'the same after a reload').toBe(ref)

        // Wherever the order is looked for, it is found here.
        const other = await context.newPage()
        await other.goto(at(`/promtpay?number=${order}`))
        await expect(other).toHaveURL(at(`/payment/process?order=${order}`))
        await asked(other, say, number)
        for (const window of [page, other]) await expect(live(window, say)).toBeVisible()

        const right = await outside.code(number)
        await page.bringToFront()
        await codeField(page, say).pressSequentially(wrong(right))
        await expect(page.getByRole('alert')).toContainText('4')
        await expect(codeField(page, say)).toHaveValue('')
        await expect(codeField(page, say)).toBeFocused()
        await everybodyCanUse(page)

        const calls = purchaseCalls(other)
        // The sixth digit sends it.
        await codeField(page, say).pressSequentially(right)
        for (const window of [page, other]) {
          await window.waitForURL((url) => url.pathname === at('/purchase/result'))
          await expect(done(window, say)).toBeVisible()
        }
        expect(calls, 'told, not asked for').toEqual([])
        await expect(page.getByText(t('orders:delivery.delivered'), { exact: true })).toBeVisible()
        await expect(page.getByText(t('orders:step.codeSent'))).toBeVisible()
        // A paid order is not paid again.
        await page.goto(at(`/payment/process?order=${order}`))
        await expect(done(page, say)).toBeVisible()
      })
    })
  }
}

test.describe('a number', () => {
  test.use({ noise: [/status of (409|429|503)/] })

  test('that cannot pay is told so where it stands, and another one can', async ({ page, say, outside }) => {
    await standAtCheckout(page, say)
    await byAnother(page, say, 'AIS เติมเงิน')
    const field = numberField(page, say)
    const alert = page.getByRole('alert')
    for (const [ending, words] of [
      ['05', 'ชำระด้วยวิธีนี้ไม่ได้'],
      ['72', 'ชำระด้วยวิธีนี้ไม่ได้'],
      ['97', 'ถูกระงับ'],
      ['98', 'ไม่พอ'],
    ] as const) {
      const number = newNumber(ending)
      await field.fill(number)
      await expect(alert).toHaveCount(0)
      await pay(page, say).click()
      await expect(alert).toHaveCount(1)
      await expect(alert).toContainText(shown(words))
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(number)
    }
    const number = newNumber()
    await field.fill(number)
    const mend = await outside.fault({ kind: 'telecom_down' })
    await pay(page, say).click()
    await expect(alert).toContainText(shown('ผู้ให้บริการเครือข่าย'))
    await expect(field).toHaveValue(number)
    await mend()
    // The shop leaves an operator that was away alone for a moment.
    await tapUntilGood(page, pay(page, say), 'purchase/create-order')
    await asked(page, say, number)
  })

  test('is kept on the way to verification, and one’s own pays without being typed after it', async ({ page, say, outside }) => {
    const { t, at } = say
    const path = await standAtCheckout(page, say, somebody('new'))
    await channel(page, 'AIS เติมเงิน').check()
    const paying = newNumber()
    await numberField(page, say).fill(paying)
    await pay(page, say).click()
    const own = newNumber()
    await page.getByLabel(t('mobile:code.number'), { exact: true }).fill(own)
    await page.getByRole('button', { name: t('mobile:code.send') }).click()
    await page.getByLabel(t('mobile:code.code'), { exact: true }).fill(await outside.code(own))
    await expect(page).toHaveURL(path)
    await expect(channel(page, 'AIS เติมเงิน')).toBeChecked()
    await expect(numberField(page, say)).toHaveValue(paying)
    await expect(page.getByRole('radio', { name: t('orders:process.anotherNumber') })).toBeChecked()

    // On a small phone, and without a mouse.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => sessionStorage.removeItem('manao.payBy'))
    await page.goto(at(path))
    const prepaid = channel(page, 'AIS เติมเงิน')
    await prepaid.check()
    await expect(
      page.getByText(t('orders:process.own.prepaid', { number: masked(own).replaceAll('-', '-\u2060'), amount: '1,000' })),
    ).toBeVisible()
    const mine = page.getByRole('radio', { name: `${t('orders:process.myNumber')} ${masked(own)}` })
    await expect(mine).toBeChecked()
    await expect(numberField(page, say)).toBeHidden()
    await everybodyCanUse(page)
    await prepaid.focus()
    await page.keyboard.press('Tab')
    await expect(mine).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(numberField(page, say)).toHaveValue('')
    await everybodyCanUse(page)
    await page.keyboard.press('ArrowUp')
    await expect(mine).toBeChecked()
    await pay(page, say).click()
    await asked(page, say, own)
  })
})

test.describe('an order that waits for its code', () => {
  test.use({ noise: [/status of (409|410|422|429|503)/] })

  test('asks for its code by itself once a slow operator has sent it', async ({ page, say, outside }) => {
    await standAtCheckout(page, say)
    await byAnother(page, say, 'AIS เติมเงิน')
    const number = newNumber()
    await numberField(page, say).fill(number)
    // Slower than the shop waits for the code before it answers, quicker than it gives the operator up.
    const mend = await outside.fault({ kind: 'telecom_slow', ms: 6_500 })
    const preparing = page.waitForFunction((text) => document.body.innerText.includes(text), say.t('orders:byNumber.preparing'), {
      timeout: 60_000,
    })
    await Promise.all([preparing, pay(page, say).click()])
    await asked(page, say, number)
    await mend()
    await codeField(page, say).fill(await outside.code(number))
    await expect(done(page, say)).toBeVisible()
  })

  test('takes a new code, and the old one no more', async ({ page, say, outside }) => {
    const { t } = say
    const { number } = await standAtCode(page, say)
    const [first, ref] = [await outside.code(number), await letters(page, say)]
    const again = page.getByRole('button', { name: t('mobile:code.resend') })
    await again.click()
    const second = await outside.code(number, 2)
    await expect.poll(() => letters(page, say)).not.toBe(ref)
    if (first !== second) {
      await codeField(page, say).fill(first)
      await expect(page.getByRole('alert')).toContainText(shown('ไม่ถูกต้อง'))
    }
    await codeField(page, say).fill(second)
    await expect(done(page, say)).toBeVisible()
  })

  test('keeps the code while the operator is away', async ({ page, say, outside }) => {
    const { t } = say
    const { number } = await standAtCode(page, say)
    const code = await outside.code(number)
    // Not for one call alone: the shop asks the operator about other orders, too.
    const mend = await outside.fault({ kind: 'telecom_down' })
    await codeField(page, say).fill(code)
    await expect(page.getByRole('alert')).toContainText(shown('ผู้ให้บริการเครือข่าย'))
    await expect(codeField(page, say)).toHaveValue(code)
    await mend()
    await tapUntilGood(page, page.getByRole('button', { name: t('mobile:code.confirm') }), 'order-confirm')
    await expect(done(page, say)).toBeVisible()
  })

  test('says why the money could not be taken, and goes on with a new code', async ({ page, context, say, outside }) => {
    const { t } = say
    const { number, order } = await standAtCode(page, say)
    const other = await context.newPage()
    await other.goto(`/payment/process?order=${order}`)
    await expect(live(other, say)).toBeVisible()
    const mend = await outside.fault({ kind: 'telecom_reject', reason: 'balance_short' })
    await codeField(page, say).fill(await outside.code(number))
    for (const window of [page, other]) await expect(window.getByText(t('orders:numberFailure.balance_short'))).toBeVisible()
    await everybodyCanUse(page)
    await mend()
    await page.getByRole('button', { name: t('orders:byNumber.newCode') }).click()
    for (const window of [page, other]) await asked(window, say, number)
    await codeField(other, say).fill(await outside.code(number, 2))
    for (const window of [page, other]) await expect(done(window, say)).toBeVisible()
  })

  test('is cancelled only after asking', async ({ page, say, outside }) => {
    const { t } = say
    const { number, order } = await standAtCode(page, say)
    const code = await outside.code(number)
    await page.getByRole('button', { name: t('orders:waiting.cancel'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('orders:waiting.cancelTitle', { number: order }) })
    await expect(dialog).toContainText(t('orders:byNumber.cancelText'))
    await everybodyCanUse(page)
    await dialog.getByRole('button', { name: t('orders:waiting.cancelNo') }).click()
    await expect(codeField(page, say)).toBeVisible()
    await page.getByRole('button', { name: t('orders:waiting.cancel'), exact: true }).click()
    await dialog.getByRole('button', { name: t('orders:waiting.cancelYes') }).click()
    await expect(page.getByText(t('orders:waiting.cancelled'))).toBeVisible()
    await expect(codeField(page, say)).toBeHidden()
    await expect(page.getByRole('link', { name: t('orders:waiting.buyAgain') })).toBeVisible()
    expect(code).toMatch(/^\d{6}$/)
  })

  test('is found again from the purchases; one with a QR code is not asked for a code', async ({ page, say }) => {
    const { t } = say
    const { number, order } = await standAtCode(page, say)
    await page.goto(`/purchase/result?number=${order}`)
    await page.getByRole('link', { name: t('orders:result.toPay') }).click()
    await asked(page, say, number)
    const product = await productOf(page, 'free-fire', 'free-fire-68')
    await page.goto(`/payment/process?product=${product.id}&quantity=1&player=884210019`)
    await channel(page, 'พร้อมเพย์').check()
    await pay(page, say).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('orders:twin.again') })
      .click()
    await expect(page).toHaveURL(/\/promtpay\?number=/)
    const scanned = new URL(page.url()).searchParams.get('number') ?? ''
    await page.goto(`/payment/process?order=${scanned}`)
    await expect(page).toHaveURL(`/promtpay?number=${scanned}`)
    await expect(page.getByRole('main').getByRole('img')).toBeVisible()
  })
})
