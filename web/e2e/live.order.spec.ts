import type { Page } from '@playwright/test'
import { drawn, meaning } from './shop/qr'
import { enter, expect, productOf, purchaseCalls, payButton, test } from './shop/test'
import type { speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** One order in several windows, on broken lines, reloaded, expired and cancelled. */

/** Somebody new stands before the code of an order of their own; answers its number. */
async function standAtCode(page: Page, say: Say): Promise<string> {
  const { t } = say
  const product = await productOf(page, 'free-fire', 'free-fire-68')
  await enter(page, `/payment/process?product=${product.id}&quantity=1&player=884210019`)
  await payButton(page, say, '20.00').click()
  await expect(code(page)).toBeVisible()
  await expect(page.getByText(t('common:live.live'), { exact: true })).toBeVisible()
  return new URL(page.url()).searchParams.get('number') ?? ''
}

const code = (page: Page) => page.getByRole('main').getByRole('img')
const done = (page: Page, { t }: Say) => page.getByRole('heading', { level: 1, name: t('orders:result.completed') })

test('two windows on one order both turn', async ({ page, context, say, outside }) => {
  const number = await standAtCode(page, say)
  const other = await context.newPage()
  await other.goto(`/promtpay?number=${number}`)
  await expect(code(other)).toBeVisible()
  await expect(other.getByText(say.t('common:live.live'), { exact: true })).toBeVisible()
  const calls = purchaseCalls(context)
  await outside.pay(number)
  for (const window of [page, other]) await expect(done(window, say)).toBeVisible()
  expect(calls, 'told, not asked for').toEqual([])
})

test('the same person on another device sees it too', async ({ page, browser, baseURL, say, outside }) => {
  const number = await standAtCode(page, say)
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState(), ...(baseURL && { baseURL }) })
  await page.goto('about:blank')
  const other = await elsewhere.newPage()
  await other.goto(`/purchase/result?number=${number}`)
  await expect(other.getByRole('heading', { level: 1, name: say.t('orders:result.waiting') })).toBeVisible()
  await outside.pay(number)
  await expect(done(other, say)).toBeVisible()
  await elsewhere.close()
})

test.describe('offline', () => {
  test.use({ noise: [/ERR_INTERNET_DISCONNECTED/] })
  test('a window that was away while the money came turns when it is back', async ({ page, context, say, outside }) => {
    const { t } = say
    const number = await standAtCode(page, say)
    await context.setOffline(true)
    await expect(page.getByText(t('common:offline'))).toBeVisible()
    await expect(page.getByText(t('common:live.offline'), { exact: true })).toBeVisible()
    await outside.pay(number)
    await expect(code(page), 'nothing is known here yet').toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(t('common:offline'))).toBeHidden()
    await expect(done(page, say)).toBeVisible({ timeout: 30_000 })
  })
})

test('a page that was reloaded keeps its code', async ({ page, say, outside }) => {
  const number = await standAtCode(page, say)
  const payload = await outside.payload(number)
  expect(await drawn(code(page))).toEqual(meaning(payload))
  await page.reload()
  await expect(code(page)).toBeVisible()
  expect(await drawn(code(page))).toEqual(meaning(payload))
  await expect(page.getByText(number, { exact: true })).toBeVisible()
  await outside.pay(number)
  await expect(done(page, say)).toBeVisible()
})

test('an expired code gives way to a new one for the same order', async ({ page, say, outside }) => {
  const { t } = say
  const number = await standAtCode(page, say)
  const first = await outside.payload(number)
  // Two taps within three seconds are one wish, and this order's first code counts as a tap.
  const left = t('orders:waiting.left', { time: 'TIME' }).split('TIME')
  await expect(page.getByText(new RegExp(`^${left[0]}0(9:([0-4]\\d|5[0-6])|[0-8]:\\d\\d)${left[1]}$`))).toBeVisible()
  await outside.expire(number)
  await expect(page.getByText(t('orders:promptpay.expired'))).toBeVisible()
  await expect(code(page)).toBeHidden()
  await page.getByRole('button', { name: t('orders:promptpay.newCode') }).click()
  await expect(code(page)).toBeVisible()
  const second = await outside.payload(number)
  expect(second).not.toBe(first)
  expect(await drawn(code(page))).toEqual(meaning(second))
  expect(new URL(page.url()).searchParams.get('number')).toBe(number)
  await outside.pay(number)
  await expect(done(page, say)).toBeVisible()
})

test('an order is cancelled only after asking', async ({ page, say, outside }) => {
  const { t } = say
  const number = await standAtCode(page, say)
  await page.getByRole('button', { name: t('orders:waiting.cancel'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('orders:waiting.cancelTitle', { number }) })
  await dialog.getByRole('button', { name: t('orders:waiting.cancelNo') }).click()
  await expect(dialog).toBeHidden()
  await expect(code(page)).toBeVisible()
  await page.getByRole('button', { name: t('orders:waiting.cancel'), exact: true }).click()
  await dialog.getByRole('button', { name: t('orders:waiting.cancelYes') }).click()
  await expect(page.getByText(t('orders:waiting.cancelled'))).toBeVisible()
  await expect(code(page)).toBeHidden()
  await expect(outside.charge(number), 'nobody can pay any more').rejects.toThrow('no charge waits')
  await page.goto('/account/purchased')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: number })).toContainText(t('orders:status.cancelled'))
})
