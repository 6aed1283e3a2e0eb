import type { Page, Route } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { everybodyCanUse } from './shop/fits'
import { masked, newNumber, shownNumber, wrong } from './shop/numbers'
import { enter, expect, productOf, SIZES, somebody, tapUntilGood, payButton, test } from './shop/test'
import { shown, type speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** Coming in by mobile number, verifying one or an e-mail address on the way to pay, KYC: always with the phone in the other hand. */

/** Fills the number in and waits for the code's field. */
async function ask(page: Page, { t }: Say, number: string) {
  await page.getByLabel(t('mobile:code.number'), { exact: true }).fill(number)
  await page.getByRole('button', { name: t('mobile:code.send') }).click()
  await expect(page.getByText(shownNumber(number))).toBeVisible()
  const field = page.getByLabel(t('mobile:code.code'), { exact: true })
  await expect(field).toBeFocused()
  return field
}

/** Reads the account's own data. */
async function me(page: Page): Promise<Record<string, unknown>> {
  const token = (await (await page.request.post('/api/oauth/refresh-token', { data: {} })).json()) as { accessToken: string }
  return (await (await page.request.get('/api/user/me', { headers: { authorization: `Bearer ${token.accessToken}` } })).json()) as Record<
    string,
    unknown
  >
}

for (const { size, use } of SIZES) {
  for (const language of ['th', 'en'] as const) {
    test.describe(`${language} ${size}`, () => {
      test.use({ ...use, language, noise: [/status of (409|422)/] })

      test('a new person comes in by number and goes on where they were', async ({ page, say, outside }) => {
        const { t, at } = say
        const product = await productOf(page, 'free-fire', 'free-fire-68')
        const path = at(`/payment/process?product=${product.id}&quantity=1&player=884210019`)
        await page.goto(path)
        await page
          .getByRole('main')
          .getByRole('link', { name: t('common:session.login'), exact: true })
          .click()
        const number = newNumber()
        await page.getByLabel(t('mobile:code.number'), { exact: true }).fill('02-123-4567')
        await page.getByRole('button', { name: t('mobile:code.send') }).click()
        await expect(page.getByRole('alert')).toContainText('0812345678')
        await everybodyCanUse(page)
        const field = await ask(page, say, number)
        await everybodyCanUse(page)
        // The sixth digit sends it.
        await field.pressSequentially(await outside.code(number))
        await expect(page.getByRole('heading', { level: 1, name: t('mobile:login.newHeading') })).toBeVisible()
        await everybodyCanUse(page)
        await page.getByLabel(t('mobile:login.displayName')).fill('น้ำมะนาว')
        await page.getByRole('button', { name: t('mobile:login.create') }).click()
        await expect(page).toHaveURL(path)
        expect(await me(page)).toMatchObject({ displayName: 'น้ำมะนาว', userType: 'msisdn', mobileVerified: true, language })
      })

      // By number in Thai, by e-mail in English: one of the two is enough.
      test('a member verifies on the way to pay', async ({ page, say, outside }) => {
        const { t, at } = say
        const product = await productOf(page, 'free-fire', 'free-fire-68')
        const path = at(`/payment/process?product=${product.id}&quantity=1&player=884210019`)
        const person = somebody('new')
        await enter(page, path, person)
        const pay = payButton(page, say, formatBaht(2_000, 'exact'))
        await pay.click()
        await expect(page.getByRole('heading', { level: 1, name: t('mobile:verify.heading') })).toBeVisible()
        await expect(page.getByText(t('mobile:verify.beforePaying'))).toBeVisible()
        await everybodyCanUse(page)
        if (language === 'th') {
          const number = newNumber()
          const field = await ask(page, say, number)
          await everybodyCanUse(page)
          await field.fill(await outside.code(number))
          await expect(page.getByText(t('mobile:verify.done'))).toBeVisible()
        } else {
          await page.getByRole('link', { name: t('mobile:verify.byEmail') }).click()
          await expect(page.getByRole('heading', { level: 1, name: t('mail:verify.heading') })).toBeVisible()
          await everybodyCanUse(page)
          const address = `${person}@lime.example`
          await page.getByLabel(t('mobile:code.email'), { exact: true }).fill(address)
          await page.getByRole('button', { name: t('mobile:code.send') }).click()
          await expect(page.getByText(address)).toBeVisible()
          const field = page.getByLabel(t('mobile:code.mailCode'), { exact: true })
          await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
          await everybodyCanUse(page)
          await field.fill(await outside.mailedCode(address))
          await expect(page.getByText(t('mail:verify.done'))).toBeVisible()
        }
        await expect(page).toHaveURL(path)
        await pay.click()
        await expect(page).toHaveURL(/promtpay/)
        expect(await me(page)).toMatchObject({ mobileVerified: language === 'th', emailVerified: language === 'en', verified: true })
      })

      test('a member confirms who they are', async ({ page, say, outside }) => {
        const { t, at } = say
        await enter(page, at('/account/dashboard'))
        const window = await page.context().newPage()
        await window.goto(at('/account/dashboard'))
        await expect(window.getByRole('button', { name: t('mobile:numbers.kycStart') })).toBeVisible()
        await page.bringToFront()
        await page.getByRole('button', { name: t('mobile:numbers.kycStart') }).click()
        await expect(page.getByRole('dialog')).toContainText(t('mobile:kyc.text'))
        const number = newNumber()
        const field = await ask(page, say, number)
        await everybodyCanUse(page)
        await field.fill(await outside.code(number))
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(page.getByText(masked(number), { exact: true })).toBeVisible()
        await expect(page.getByText('1,000.00')).toBeVisible()
        await expect(page.getByRole('button', { name: t('mobile:numbers.kycStart') })).toBeHidden()
        const fixed = t('mobile:numbers.kycFixed', { date: 'DATE' }).split('DATE')[0] ?? ''
        await expect(page.getByText(fixed)).toBeVisible()
        await everybodyCanUse(page)
        // The other window shows it too, without being told by hand.
        await expect(window.getByText(masked(number), { exact: true })).toBeVisible()
        await expect(window.getByText(fixed)).toBeVisible()
      })
    })
  }
}

test.describe('codes', () => {
  test.use({ noise: [/status of (409|410|422|429|503)/] })

  test('a known person comes in; guessed, older and too many codes do not help', async ({ page, browser, baseURL, say, outside }) => {
    const { t, at } = say
    const number = newNumber()
    const sent = (await (await page.request.post('/api/send-OTP', { data: { mobileNumber: number } })).json()) as { reference: string }
    const data = { reference: sent.reference, code: await outside.code(number) }
    const { otpToken } = (await (await page.request.post('/api/confirm-OTP', { data })).json()) as { otpToken: string }
    const before = await browser.newContext({ baseURL: baseURL ?? '' })
    expect((await before.request.post('/api/oauth/register-ais', { data: { otpToken, displayName: 'มะนาว' } })).ok()).toBe(true)
    await before.close()

    await page.goto(at('/auth/login'))
    // The texts of the answers are the server's own.
    const alert = page.getByRole('alert')
    const numberField = page.getByLabel(t('mobile:code.number'), { exact: true })
    const send = page.getByRole('button', { name: t('mobile:code.send') })
    // The code was requested a moment ago, however slow this machine is.
    const tooSoon = async (route: Route) => {
      let answer = await route.fetch()
      while (answer.ok()) answer = await route.fetch()
      await route.fulfill({ response: answer })
    }
    await page.route('**/api/send-OTP', tooSoon, { times: 1 })
    await numberField.fill(newNumber())
    await send.click()
    await expect(alert, 'one was sent a moment ago').toContainText('วินาที')
    await numberField.fill(number)
    await tapUntilGood(page, send, 'send-OTP')

    const field = page.getByLabel(t('mobile:code.code'), { exact: true })
    const first = await outside.code(number, 2)
    for (const left of [4, 3, 2, 1]) {
      await field.fill(wrong(first))
      await expect(alert).toContainText(`${left} ครั้ง`)
      await expect(field).toHaveValue('')
    }
    await field.fill(wrong(first))
    await expect(alert).toContainText('ผิดเกินจำนวนครั้ง')
    await field.fill(first)
    await expect(alert, 'not even the right one').toContainText('ผิดเกินจำนวนครั้ง')

    // The page may be forgotten while one looks at the text.
    await page.reload()
    await tapUntilGood(page, page.getByRole('button', { name: t('mobile:code.resend') }), 'send-OTP')
    const second = await outside.code(number, 3)
    if (first !== second) {
      await field.fill(first)
      await expect(alert, 'the older one').toContainText(shown('ไม่ถูกต้อง'))
    }
    await field.fill(second)
    await expect(page).toHaveURL(at('/'))
    expect(await me(page)).toMatchObject({ displayName: 'มะนาว' })
  })

  test('a code that has ended says so, and a new one helps', async ({ page, say, outside }) => {
    const { t, at } = say
    const number = newNumber()
    await page.goto(at('/auth/login'))
    const field = await ask(page, say, number)
    const code = await outside.code(number)
    // Asked for in another tab: the newer ends the older.
    await expect(async () => {
      expect((await page.request.post('/api/send-OTP', { data: { mobileNumber: number } })).ok()).toBe(true)
    }).toPass()
    await field.fill(code)
    await expect(page.getByRole('alert')).toContainText(shown('หมดอายุ'))
    // Its letters are others then.
    const notice = page.getByRole('status').filter({ hasText: shownNumber(number) })
    const before = await notice.textContent()
    await tapUntilGood(page, page.getByRole('button', { name: t('mobile:code.resend') }), 'send-OTP')
    await expect(notice).not.toHaveText(before ?? '')
    await field.fill(await outside.code(number, 3))
    await expect(page.getByRole('heading', { level: 1, name: t('mobile:login.newHeading') })).toBeVisible()
  })

  test('the operator is away, and back', async ({ page, say, outside }) => {
    const { t, at } = say
    const number = newNumber()
    await page.goto(at('/auth/login'))
    // Not for one call alone: the shop asks the operator about orders, too.
    const mend = await outside.fault({ kind: 'telecom_down' })
    await page.getByLabel(t('mobile:code.number'), { exact: true }).fill(number)
    const send = page.getByRole('button', { name: t('mobile:code.send') })
    await send.click()
    await expect(page.getByRole('alert')).toContainText(shown('ผู้ให้บริการเครือข่าย'))
    await mend()
    await tapUntilGood(page, send, 'send-OTP')
    const field = page.getByLabel(t('mobile:code.code'), { exact: true })
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: t('mobile:code.change') }).click()
    await expect(page.getByLabel(t('mobile:code.number'), { exact: true })).toHaveValue(number)
    await expect(field).toBeHidden()
  })
})
