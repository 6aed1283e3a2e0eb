import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, SIZES, somebody, test } from './shop/test'
import { speaker } from './shop/texts'

/** People's own data: typed once, kept, and visible to nobody else. */

test.describe.configure({ mode: 'parallel' })

/** The bar about cookies was put away long ago: it would lie over the button that saves. */
async function knowsOfCookies(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
}

/** Somebody new, or the same person again. */
async function signIn(page: Page, path: string, person = somebody()): Promise<string> {
  await knowsOfCookies(page)
  await enter(page, path, person)
  return person
}

/** On a phone all parts of the profile but the first are folded. */
async function unfold(page: Page, first: string): Promise<void> {
  await expect(page.getByRole('heading', { name: first })).toBeVisible()
  await page
    .getByRole('main')
    .locator('details:has(> summary > h2)')
    .evaluateAll((parts) => parts.forEach((part) => part.setAttribute('open', '')))
}

let numbers = 0

/** Somebody new who comes by a mobile number: the shop keeps that account's password. */
async function signInByMobile(page: Page, sandbox: string, path: string): Promise<void> {
  const mobileNumber = `09${String(process.pid % 10_000).padStart(4, '0')}${String(1_000 + numbers++)}`
  const post = async (call: string, data: object, headers = {}) => {
    const answer = await page.request.post(`/api${call}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
  const { reference } = await post('/send-OTP', { mobileNumber })
  const messages = await page.request.get(`${sandbox}/phone/messages?kind=sms&limit=1&to=${mobileNumber}`)
  const { items } = (await messages.json()) as { items: Array<{ code: string }> }
  const { otpToken } = await post('/confirm-OTP', { reference, code: items[0]?.code })
  const { accessToken } = await post('/oauth/register-ais', { otpToken, displayName: 'Lime' })
  await post('/account/continue', { selectedUserId: 0 }, { authorization: `Bearer ${accessToken}` })
  await knowsOfCookies(page)
  // The refresh token is a cookie now; a page that knows nothing of it would not ask.
  await page.addInitScript(() => localStorage.setItem('manao.signedIn', '1'))
  await page.goto(path)
}

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, 0x7a)])
  const rows = Buffer.concat(Array.from({ length: height }, () => line))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

for (const { size, use } of SIZES) {
  for (const language of ['th', 'en'] as const) {
    test.describe(`${language} ${size}`, () => {
      test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

      test('a whole profile is typed, checked, kept and read again', async ({ page, say }) => {
        // Five looks at a long page by axe.
        test.slow()
        const { t, at } = say
        await signIn(page, at('/account/profile'))
        const field = (name: string) => page.getByLabel(t(`profile:field.${name}`), { exact: true })
        const save = page.getByRole('button', { name: t('profile:save') })
        await expect(page.getByRole('heading', { name: t('profile:section.shown') })).toBeVisible()
        await expect(save, 'there is nothing to save').toHaveCount(0)
        await everybodyCanUse(page)

        // The summary above links to each wrong field, even in a folded part.
        await unfold(page, t('profile:section.shown'))
        await field('firstNameTh').fill('Mana')
        await field('idCardNumber').fill('6260181590831')
        if (size === SIZES[1].size) await page.getByRole('heading', { name: t('profile:section.cards') }).click()
        await save.click()
        const wrong = page.getByRole('link', { name: `${t('profile:field.idCardNumber')}: ${t('form:codes.id_card_invalid')}` })
        await expect(wrong).toBeVisible()
        await everybodyCanUse(page)
        await wrong.click()
        await expect(field('idCardNumber')).toBeFocused()
        await field('idCardNumber').fill('6260181590830')
        await field('firstNameTh').fill('มานะ')

        await page.getByLabel(new RegExp(`^${t('profile:field.displayName')}`)).fill('น้องมะนาว')
        const day = t('profile:field.birthday')
        await page.getByLabel(`${day}: ${t('form:date.day')}`).selectOption('29')
        await page.getByLabel(`${day}: ${t('form:date.month')}`).selectOption('02')
        await page.getByLabel(`${day}: ${t('form:date.year')}`).selectOption({ label: language === 'th' ? '2551' : '2008' })

        // One field finds the place and fills in the others.
        await field('place').fill('10900')
        const place = language === 'th' ? 'ลาดยาว › จตุจักร › กรุงเทพมหานคร 10900' : 'Lat Yao › Chatuchak › Bangkok 10900'
        await page.getByRole('option', { name: place }).click()
        await expect(field('province')).toHaveValue('กรุงเทพมหานคร')
        await expect(field('subDistrict')).toHaveValue('ลาดยาว')
        await expect(field('zipCode')).toHaveValue('10900')
        await field('subDistrict').selectOption('จอมพล')
        await expect(field('zipCode')).toHaveValue('10900')

        await field('studentType').selectOption('student')
        await page.getByLabel(new RegExp(`^${t('profile:field.educationLevel')}`)).selectOption('university')
        await field('academy').fill('kmutt')
        const academy = language === 'th' ? 'มหาวิทยาลัยเทคโนโลยีพระจอมเกล้าธนบุรี' : "King Mongkut's University of Technology Thonburi"
        await page.getByRole('option', { name: academy }).click()

        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png(1600, 1200) })
        await expect(page.getByRole('img', { name: t('profile:picture.label') })).toHaveAttribute('src', /^\/files\/profile\//)
        await everybodyCanUse(page)
        await save.click()
        const said = page.getByRole('listitem').filter({ hasText: t('profile:saved') })
        await expect(said).toBeVisible()
        // The button stands at the foot of the page: what is said does not lie over it.
        await expect.poll(async () => (await said.boundingBox())?.y ?? Infinity).toBeLessThan(300)
        await expect(page.getByText(t('profile:unsaved'))).toHaveCount(0)

        await page.reload()
        await expect(field('firstNameTh')).toHaveValue('มานะ')
        await expect(field('idCardNumber')).toHaveValue('6260181590830')
        await expect(field('subDistrict')).toHaveValue('จอมพล')
        await expect(field('academy')).toHaveValue(academy)
        await expect(page.getByLabel(`${day}: ${t('form:date.month')}`)).toHaveValue('02')
        await expect(page.getByRole('img', { name: t('profile:picture.label') })).toBeVisible()
      })

      test('a paper is added, looked at on record, and deleted', async ({ page, say }) => {
        const { t, at } = say
        await signIn(page, at('/account/profile'))
        await unfold(page, t('profile:section.shown'))
        await expect(page.getByText(t('profile:documents.empty'))).toBeVisible()
        const add = page.locator('input[type=file]').last()
        await add.setInputFiles({ name: 'card.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
        await expect(page.getByText(t('form:codes.file_type_invalid'))).toBeVisible()
        await add.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
        await expect(page.getByText(t('form:codes.file_type_invalid'))).toBeVisible()
        await add.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: png(2400, 1500) })
        await expect(page.getByText(t('profile:documents.neverSeen'))).toBeVisible()
        await page.getByRole('button', { name: t('profile:documents.viewOf', { name: 'card.png' }) }).click()
        const picture = page.getByRole('dialog').getByRole('img', { name: 'card.png' })
        await expect(picture).toBeVisible()
        expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 'made smaller in the browser').toBe(1280)
        await everybodyCanUse(page)
        await page.getByRole('button', { name: t('common:action.close'), exact: true }).click()
        await page.getByText(t('profile:documents.views', { count: 1 })).click()
        const views = page.getByRole('list', { name: t('profile:documents.views', { count: 1 }) })
        await expect(views.getByText(t('profile:documents.role.owner'), { exact: true })).toBeVisible()
        // Long ones are scrolled by the keyboard.
        await page.keyboard.press('Tab')
        await expect(views).toBeFocused()
        await everybodyCanUse(page)
        await page.getByRole('button', { name: t('profile:documents.removeOf', { name: 'card.png' }) }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('profile:documents.remove') })
          .click()
        await expect(page.getByText(t('profile:documents.empty'))).toBeVisible()
      })

      test.describe(() => {
        // The browser itself remarks on a refusal.
        test.use({ noise: [/status of 422.*change-password/] })
        test('a password is set, and changed', async ({ page, say, outside }) => {
          const { t, at } = say
          await signInByMobile(page, outside.url, at('/account/change-password'))
          const field = (name: string) => page.getByLabel(new RegExp(`^${t(`profile:password.${name}`)} \\*`))
          await field('next').fill('Abcdefg1')
          await field('confirm').fill('Abcdefg2')
          await page.getByRole('button', { name: t('profile:password.set'), exact: true }).click()
          await expect(page.getByRole('link', { name: new RegExp(t('form:codes.password_confirmation_differs')) })).toBeVisible()
          await everybodyCanUse(page)
          await field('confirm').fill('Abcdefg1')
          await page.getByRole('button', { name: t('profile:password.set'), exact: true }).click()
          await expect(field('current')).toBeVisible()
          await field('current').fill('Abcdefg9')
          await field('next').fill('Abcdefg2')
          await field('confirm').fill('Abcdefg2')
          await page.getByRole('button', { name: t('profile:password.save'), exact: true }).click()
          await expect(page.getByRole('link', { name: new RegExp(t('form:codes.password_current_wrong')) })).toBeVisible()
          await field('current').fill('Abcdefg1')
          await page.getByRole('button', { name: t('profile:password.save'), exact: true }).click()
          await expect(field('current')).toHaveValue('')
        })
      })
    })
  }
}

test.describe('what was typed', () => {
  test('stays where it is in the other language, numbers of cards too', async ({ page, say }) => {
    const { t, at } = say
    await signIn(page, at('/account/profile'))
    const number = page.locator('input[name=idCardNumber]')
    await number.fill('6260181590830')
    await page.getByLabel(t('profile:field.studentType'), { exact: true }).selectOption('student')
    await page.getByLabel(new RegExp(`^${t('profile:field.educationLevel')}`)).selectOption('university')
    const school = page.getByLabel(new RegExp(`^(${t('profile:field.academy')}|${speaker('en').t('profile:field.academy')})$`))
    await school.fill('Manao Academy')
    // A name that is in no list is offered as it was typed.
    await page
      .getByRole('option')
      .filter({ hasText: t('profile:field.academyUnlisted') })
      .click()
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('common:language.switchTo') })
      .click()
    await page.waitForURL('/en/account/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(number).toHaveValue('6260181590830')
    await expect(school).toHaveValue('Manao Academy')
    await page.getByRole('button', { name: speaker('en').t('profile:save') }).click()
    await expect(page.getByText(speaker('en').t('profile:saved'))).toBeVisible()
    await page.reload()
    await expect(school).toHaveValue('Manao Academy')
  })

  test('is asked about before it is left, and can be thrown away', async ({ page, say }) => {
    const { t, at } = say
    await signIn(page, at('/account/profile'))
    const nickname = page.getByLabel(t('profile:field.nickname'), { exact: true })
    await nickname.fill('มะนาว')
    const menu = page.getByRole('navigation', { name: t('account:menu.label') })
    await menu.getByRole('link', { name: t('account:menu.purchased') }).click()
    await page.getByRole('button', { name: t('form:leave.stay') }).click()
    await expect(nickname).toHaveValue('มะนาว')
    await menu.getByRole('link', { name: t('account:menu.purchased') }).click()
    await page.getByRole('button', { name: t('form:leave.go') }).click()
    await expect(page).toHaveURL(at('/account/purchased'))
    await menu.getByRole('link', { name: t('account:menu.profile') }).click()
    await expect(nickname).toHaveValue('')
  })

  test.describe(() => {
    test.use({ noise: [/status of (401|409|503)|ERR_INTERNET_DISCONNECTED/] })

    test('survives the end of the session', async ({ page, say }) => {
      const { t, at } = say
      // The hub would say that the session is over before the page asks for anything.
      await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
      await page.routeWebSocket(/\/ws$/, () => {})
      const person = await signIn(page, at('/account/profile'))
      const nickname = page.getByLabel(t('profile:field.nickname'), { exact: true })
      await nickname.fill('มะนาว')
      await page.getByLabel(t('profile:field.idCardNumber'), { exact: true }).fill('6260181590830')
      await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('manao.profileDraft')))
      // Another device ends this session.
      const answer = await page.request.post('/api/oauth/logout', { data: {} })
      expect(answer.ok()).toBe(true)
      await page.getByRole('button', { name: t('profile:save') }).click()
      await page.waitForURL((url) => url.pathname === at('/auth/login') && url.searchParams.get('returnTo') === '/account/profile')
      await expect(page.getByText(t('account:login.ended'))).toBeVisible()
      const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
      expect(kept).toContain('มะนาว')
      expect(kept, 'numbers of cards do not lie about').not.toContain('6260181590830')
      await signIn(page, at('/account/profile'), person)
      await expect(page.getByText(t('profile:restored'))).toBeVisible()
      await expect(nickname).toHaveValue('มะนาว')
      await page.getByRole('button', { name: t('profile:save') }).click()
      await expect(page.getByText(t('profile:saved'))).toBeVisible()
    })

    test('is not thrown away by what does not come', async ({ page, say }) => {
      const { t, at } = say
      await signIn(page, at('/'))
      await page.route('**/api/utils/upload/**', (route) => route.abort('internetdisconnected'))
      await page.route('**/assets/address-data*', (route) => route.abort('internetdisconnected'))
      // A part of the page that does not come is said to be missing, and tried again.
      await page.goto(at('/account/profile'))
      await expect(page.getByText(t('common:missing'))).toBeVisible()
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png(16, 16) })
      await expect(page.getByText(t('common:error.network'))).toBeVisible()
      const place = page.getByLabel(t('profile:field.place'), { exact: true })
      await page.unroute('**/assets/address-data*')
      await expect(page.getByText(t('common:missing'))).toHaveCount(0)
      await place.fill('1090')
      await place.fill('10900')
      await expect(page.getByRole('option', { name: 'ลาดยาว › จตุจักร › กรุงเทพมหานคร 10900' })).toBeVisible()
    })

    test('meets an edit on another device and loses nothing', async ({ page, context, say }) => {
      const { t, at } = say
      await signIn(page, at('/account/profile'))
      const nicknameOf = (where: Page) => where.getByLabel(t('profile:field.nickname'), { exact: true })
      await nicknameOf(page).fill('หนึ่ง')
      const other = await context.newPage()
      await other.goto(at('/account/profile'))
      await nicknameOf(other).fill('สอง')
      await other.getByRole('button', { name: t('profile:save') }).click()
      await expect(other.getByText(t('profile:saved'))).toBeVisible()
      await page.getByRole('button', { name: t('profile:save') }).click()
      await expect(page.getByText(t('profile:changed.text'))).toBeVisible()
      await expect(nicknameOf(page)).toHaveValue('หนึ่ง')
      // A refusal on the way is said, and the next try goes through.
      await page.route('**/api/user/edit-profile', (route) => route.fulfill({ status: 503, json: { message: 'busy' } }), { times: 1 })
      await page.getByRole('button', { name: t('profile:changed.mine') }).click()
      await expect(page.getByText('busy')).toBeVisible()
      await page.getByRole('button', { name: t('profile:changed.mine') }).click()
      await expect(page.getByText(t('profile:saved'))).toBeVisible()
      await page.reload()
      await expect(nicknameOf(page)).toHaveValue('หนึ่ง')
    })
  })
})
