import type { Page } from '@playwright/test'
import { dayAfter, dayOf, formatDate } from '../src/i18n/format'
import { everybodyCanUse } from './shop/fits'
import { newNumber } from './shop/numbers'
import type { Outside } from './shop/outside'
import { enterConsole } from './shop/staff'
import { enter, expect, SIZES, somebody, test } from './shop/test'

/**
 * Members' requests to the staff, each side seeing the other's step at once: the right to run tournaments, applied for through the dialogs and decided
 * by the staff on their page; and questions, with their answers. Besides, the staff's own page about the daily reconciliation.
 */

test.describe.configure({ mode: 'parallel' })

const CITIZEN = '1101700230708'

/** Everything that an application needs is told by another device, which the page hears of. */
async function tellEverything(page: Page, outside: Outside, displayName: string): Promise<void> {
  const { accessToken } = (await (await page.request.post('/api/oauth/refresh-token', { data: {} })).json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const post = async (call: string, data: object) => {
    const answer = await page.request.post(`/api${call}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
  const { version } = (await (await page.request.get('/api/user/profile/get?lang=th', { headers })).json()) as { version: number }
  await post('/user/edit-profile', {
    version,
    displayName,
    firstNameTh: 'พลอย',
    lastNameTh: 'ใจดี',
    firstNameEn: 'Ploy',
    lastNameEn: 'Jaidee',
    birthday: '1998-02-03',
    gender: 'female',
    occupation: 'ครู',
    address: '99/1 ถนนพหลโยธิน',
    subDistrict: 'ลาดยาว',
    district: 'จตุจักร',
    province: 'กรุงเทพมหานคร',
    zipCode: '10900',
    studentType: 'general',
    workplace: 'โรงเรียนมะนาว',
    idCardNumber: CITIZEN,
  })
  const mobileNumber = newNumber()
  const { reference } = await post('/kyc/get-otp', { mobileNumber })
  await post('/kyc/confirm-otp', { reference, code: await outside.code(mobileNumber) })
}

const WAYS = [
  { language: 'th', ...SIZES[0] },
  { language: 'en', ...SIZES[1] },
] as const

for (const { language, size, use } of WAYS) {
  test.describe(`${language} ${size}`, () => {
    // The browser itself remarks on the refusal that the test asks for.
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' }, noise: [/status of 409/] })

    test('a member applies, the staff decide, and every step shows at once', async ({
      page,
      browser,
      baseURL,
      outside,
      say,
      locale,
      hire,
    }) => {
      test.slow()
      const { t, at } = say
      const person = somebody()
      const name = `พลอย ${person}`
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enter(page, at('/account/team'), person)
      const main = page.getByRole('main')
      await main.getByRole('link', { name: t('promoters:line.apply') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('promoters:heading') })).toBeVisible()
      // The page lists what is missing and where to add it, and an item disappears once it is added.
      await expect(main.getByRole('link', { name: new RegExp(`^${t('promoters:missing.go')}`) }).first()).toBeVisible()
      await everybodyCanUse(page)
      await tellEverything(page, outside, name)
      await expect(main.getByText(t('promoters:missing.done'))).toBeVisible()

      const apply = async (label: string, send: string) => {
        await main.getByRole('button', { name: t(label), exact: true }).click()
        const rights = page.getByRole('dialog', { name: t('promoters:rights.title') })
        await expect(rights.getByRole('button', { name: t('promoters:rights.edit') })).toBeVisible()
        await everybodyCanUse(page)
        await rights.getByRole('button', { name: t('promoters:rights.confirm') }).click()
        const terms = page.getByRole('dialog', { name: t('promoters:terms.title') })
        const [tick, go] = [terms.getByRole('checkbox'), terms.getByRole('button', { name: t(send), exact: true })]
        await expect(tick).toBeDisabled()
        await expect(go).toBeDisabled()
        return { terms, tick, go }
      }
      const asked = await apply('promoters:apply', 'promoters:terms.go')
      await everybodyCanUse(page)
      expect((await asked.terms.boundingBox())?.width).toBeLessThanOrEqual(700)
      // 301 pixels above the end they are not read, 300 above it they are.
      const text = asked.terms.getByRole('region')
      const scrollTo = (left: number) => text.evaluate((box, left) => box.scrollTo(0, box.scrollHeight - box.clientHeight - left), left)
      await scrollTo(301)
      await expect(asked.tick).toBeDisabled()
      await scrollTo(300)
      await expect(asked.tick).toBeEnabled()
      await expect(asked.go).toBeDisabled()
      await asked.tick.check()
      // Refused: the alert says why, and the dialog stays to try again.
      const refusal = { status: 409, json: { status: 409, code: 'promoter_application_open', message: 'Not today' } }
      await page.route('**/api/tournament/register-promoter', (route) => route.fulfill(refusal))
      await asked.go.click()
      const failed = page.getByRole('dialog', { name: t('promoters:sent.failed') })
      await expect(failed.getByText('Not today')).toBeVisible()
      await failed.getByRole('button', { name: t('common:action.ok') }).click()
      await expect(asked.tick).toBeChecked()
      await page.unroute('**/api/tournament/register-promoter')
      await asked.go.click()
      const success = page.getByRole('dialog', { name: `${t('promoters:sent.request')} ${t('promoters:sent.success')}` })
      await expect(success).toBeVisible()
      await everybodyCanUse(page)
      // Closing it closes the terms too.
      await page.keyboard.press('Escape')
      await expect(success).toBeHidden()
      await expect(asked.terms).toBeHidden()
      await expect(main.getByText(t('promoters:about.submitted'))).toBeVisible()
      await everybodyCanUse(page)

      // The staff reject it with a reason.
      const office = await browser.newContext({ ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) })
      const desk = await office.newPage()
      await desk.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enterConsole(desk, at('/console/promoters'), await hire(somebody(), 'esports'))
      const waiting = desk.getByRole('main').getByRole('listitem').filter({ hasText: name })
      await everybodyCanUse(desk)
      await waiting.getByRole('button', { name: t('promoters:staff.reject') }).click()
      const decision = desk.getByRole('dialog')
      await decision.getByRole('button', { name: t('promoters:staff.reject') }).click()
      await expect(decision.getByText(t('operator:noteNeeded'))).toBeVisible()
      await decision.getByRole('textbox').fill('ชื่อไม่ตรงกับบัตร')
      await everybodyCanUse(desk)
      await decision.getByRole('button', { name: t('promoters:staff.reject') }).click()
      await expect(waiting).toHaveCount(0)
      await expect(main.getByText(t('promoters:reason', { reason: 'ชื่อไม่ตรงกับบัตร' }))).toBeVisible()

      // Applied again by the button that scrolls, approved: the year's end stands there, and a tournament can be made.
      const again = await apply('promoters:again', 'promoters:terms.go')
      await again.terms.getByRole('button', { name: t('promoters:terms.toEnd') }).click()
      await again.tick.check()
      await again.go.click()
      await success.getByRole('button', { name: t('common:action.ok') }).click()
      await expect(again.terms).toBeHidden()
      await desk.reload()
      await waiting.getByRole('button', { name: `${t('promoters:staff.approve')} ${name}`, exact: true }).click()
      await desk
        .getByRole('dialog')
        .getByRole('button', { name: t('promoters:staff.approve'), exact: true })
        .click()
      await expect(main.getByRole('link', { name: t('promoters:create') })).toBeVisible()
      await expect(main.getByText(t('promoters:timeline.expires'))).toBeVisible()
      await everybodyCanUse(page)
      // The account's menu leads to their tournaments from now on.
      if (language === 'en') await page.getByRole('button', { name: new RegExp(`^${t('account:menu.label')}`) }).click()
      const theirs = page.getByRole('navigation', { name: t('account:menu.label') }).getByRole('link', { name: t('account:menu.runs') })
      await expect(theirs).toBeVisible()
      if (language === 'en') await page.keyboard.press('Escape')

      // And taken back.
      await desk.getByRole('button', { name: t('promoters:staff.filter.approved') }).click()
      await expect(desk).toHaveURL((url) => url.searchParams.get('status') === 'approved')
      await waiting.getByRole('button', { name: t('promoters:staff.revoke') }).click()
      await desk.getByRole('dialog').getByRole('textbox').fill('ฝ่าฝืนข้อกำหนด')
      await desk
        .getByRole('dialog')
        .getByRole('button', { name: t('promoters:staff.revoke') })
        .click()
      await expect(main.getByText(t('promoters:about.revoked'))).toBeVisible()
      await expect(main.getByRole('link', { name: t('promoters:create') })).toBeHidden()
      await office.close()
    })

    test('the staff explain what a counterparty lists otherwise, by the amounts that they saw', async ({ page, dayDiffers, say, hire }) => {
      const { t, at } = say
      // Older than what the shop compares by itself, and another day for each language.
      const day = dayAfter(Date.now(), language === 'th' ? -20 : -21)
      const [charge, payout] = ['chrg_test_5n7q', 'trsf_test_9x2k']
      const differ = (listed: number) =>
        dayDiffers('opn', dayOf(day), [
          { kind: 'charge', subject: charge, reason: 'unknown_here', ours: 0, theirs: listed },
          { kind: 'payout', subject: payout, reason: 'amount', ours: 900_000, theirs: 898_000 },
        ])
      await differ(4_900)
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enterConsole(page, at('/console/money/reconciliations'), await hire(somebody(), 'finance'))
      const name = `${t('operator:reconciliation.opn')} · ${formatDate(day, language)}`
      const listed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
      const sums = async (ours: string, theirs: string, difference: string) => {
        const said = { ours, theirs, difference }
        const words = Object.entries(said).map(([side, amount]) => t(`operator:reconciliation.${side}`) + amount)
        await expect(listed.locator('dl').first()).toHaveText(words.join(''))
      }
      await sums('฿9,000.00', '฿9,029.00', '฿29.00')
      await everybodyCanUse(page)

      const open = async (subject: string, note: string) => {
        const title = t('operator:reconciliation.explainTitle', { subject })
        await listed.getByRole('button', { name: title }).click()
        const dialog = page.getByRole('dialog', { name: title })
        await dialog.getByRole('textbox', { name: t('operator:reconciliation.note') }).fill(note)
        return { dialog, explain: dialog.getByRole('button', { name: t('operator:reconciliation.explain'), exact: true }) }
      }
      const { dialog, explain } = await open(charge, 'ลูกค้าจ่ายสองครั้ง')
      await expect(dialog.getByText(t('operator:reconciliation.explainText', { ours: '0.00', theirs: '49.00' }))).toBeVisible()
      // Their list has changed meanwhile: nobody has looked into this amount, which the dialog shows now.
      await differ(5_000)
      await explain.click()
      const moved = { ours: '0.00', oursBefore: '0.00', theirs: '50.00', theirsBefore: '49.00' }
      await expect(dialog.getByRole('alert')).toHaveText(t('operator:reconciliation.changed', moved))
      await expect(dialog.getByText(t('operator:reconciliation.explainText', { ours: '0.00', theirs: '50.00' }))).toBeVisible()
      await everybodyCanUse(page)
      await explain.click()
      await expect(dialog).toBeHidden()
      await sums('฿9,000.00', '฿8,980.00', '−฿20.00')
      await page.reload()
      await sums('฿9,000.00', '฿8,980.00', '−฿20.00')
      await expect(listed.getByText(charge)).toHaveCount(0)
      await (await open(payout, 'ค่าธรรมเนียมการโอน')).explain.click()
      await expect(listed).toHaveCount(0)
    })
  })
}

test.describe('a question to the staff', () => {
  const [{ use: wide }, { use }] = SIZES
  test.use({ ...use, language: 'th', contextOptions: { reducedMotion: 'reduce' } })

  test('a member asks, the staff answer, and the open page shows it', async ({ page, browser, baseURL, say, locale, hire }) => {
    const { t, at } = say
    const subject = `ถามทีมงาน ${somebody()}`
    await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
    await page.goto(at('/contact?topic=content&from=/terms'))
    await expect(page.getByText(t('pages:contact.write.visitor'))).toBeVisible()
    await enter(page, at('/contact?topic=content&from=/terms'))
    const form = page.getByRole('form', { name: t('support:form.label') })
    await form.getByRole('button', { name: t('support:form.send') }).click()
    await expect(form.getByRole('alert').first()).toContainText(t('form:codes.field_required'))
    await form.getByRole('textbox', { name: t('support:form.subject') }).fill(subject)
    await form.getByRole('textbox', { name: t('support:form.text') }).fill('ข้อกำหนดเรื่องการคืนเงินอยู่ตรงไหน')
    await everybodyCanUse(page)
    await form.getByRole('button', { name: t('support:form.send') }).click()
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    const log = page.getByRole('list', { name: t('support:log') })
    await expect(log.getByText('ข้อกำหนดเรื่องการคืนเงินอยู่ตรงไหน')).toBeVisible()
    await everybodyCanUse(page)

    const office = await browser.newContext({ ...wide, ...(baseURL && { baseURL }), ...(locale && { locale }) })
    const desk = await office.newPage()
    await desk.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
    await enterConsole(desk, at('/console/threads'), await hire(somebody(), 'support'))
    await everybodyCanUse(desk)
    await desk.getByRole('link', { name: subject }).click()
    await desk.getByRole('textbox', { name: t('support:staff.reply') }).fill('อยู่ในข้อกำหนดการใช้บริการ ข้อ 5 ค่ะ')
    await everybodyCanUse(desk)
    await desk.getByRole('button', { name: t('support:staff.send') }).click()

    await expect(log.getByText('อยู่ในข้อกำหนดการใช้บริการ ข้อ 5 ค่ะ')).toBeVisible()
    await expect(page.getByText(t('support:state.answered'))).toBeVisible()
    await page.getByRole('textbox', { name: t('support:reply.label') }).fill('เจอแล้ว ขอบคุณครับ')
    await page.getByRole('button', { name: t('support:reply.send') }).click()
    await expect(desk.getByRole('list', { name: t('support:log') }).getByText('เจอแล้ว ขอบคุณครับ')).toBeVisible()
    await page.getByRole('button', { name: t('support:close.button') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('support:close.button') })
      .click()
    await expect(page.getByText(t('support:closed.text'))).toBeVisible()
    await expect(desk.getByText(t('support:staff.closed'), { exact: true })).toBeVisible()
    await office.close()
  })
})
