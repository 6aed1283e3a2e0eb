import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { ordinal } from '../src/i18n/ordinal'
import { everybodyCanUse } from './shop/fits'
import { mark } from './shop/names'
import { enter, expect, SIZES, somebody, test } from './shop/test'

/** The form of a tournament: made step by step, kept on every device, published, changed with a reason, locked by the first entry. */

test.describe.configure({ mode: 'parallel' })

/** The bar about cookies was put away long ago: it would lie over the button that goes on. */
const withoutCookieLine = (page: Page) => page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))

async function other(browser: Browser, options: BrowserContextOptions, path: string, person: string): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await withoutCookieLine(page)
  await enter(page, path, person)
  return page
}

/** A picture as somebody would have drawn it: larger than asked for, of another shape. */
async function picture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1400, 1000)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    for (let x = 0; x < 14; x++) {
      context.fillStyle = `hsl(${x * 25} 60% 45%)`
      context.fillRect(x * 100, 0, 100, 1000)
    }
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return Array.from(new Uint8Array(await blob.arrayBuffer()))
  })
  return { name: 'banner.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

/** The user signed in on a page, with the means to call in their name. */
async function signedIn(page: Page): Promise<{ me: { id: number; displayName: string }; headers: Record<string, string> }> {
  const answer = await page.request.post('/api/oauth/refresh-token', { data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
  const headers = { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` }
  const me = (await (await page.request.get('/api/user/me', { headers })).json()) as { id: number; displayName: string }
  return { me, headers }
}

/** Somebody enters a tournament of single players, by the call that their page would make. */
async function enterAlone(page: Page, tournamentId: number): Promise<void> {
  const { me, headers } = await signedIn(page)
  const players = [{ userId: me.id, gameId: '20394817', role: 'main' }]
  const answer = await page.request.post('/api/tournament/save-register-tournament', { headers, data: { tournamentId, players } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const WAYS = [
  { language: 'th', game: 'RoV', player: 'player-1811', ...SIZES[0] },
  { language: 'en', game: 'Arena of Valor', player: 'player-1812', ...SIZES[1] },
] as const

for (const { language, game, player, size, use } of WAYS) {
  test.describe(`${language} ${size}`, () => {
    // The browser itself remarks on the refusal of what another device has overtaken.
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' }, noise: [/status of 409/] })

    test('a tournament is made through every step, published, changed, and locked by an entry', async ({
      page,
      browser,
      baseURL,
      say,
      locale,
    }) => {
      // Ten looks at long pages by axe.
      test.slow()
      const { t, at } = say
      const form = (key: string, values?: Record<string, unknown>) => t(`tournamentForm:${key}`, values)
      const field = (name: string) => page.getByLabel(form(`field.${name}`), { exact: true })
      const radio = (name: string | RegExp) => page.getByRole('radio', { name })
      const saved = page.getByRole('status').filter({ hasText: form('save.saved') })
      const heading = (step: string) => page.getByRole('heading', { level: 2, name: form(`step.${step}`), exact: true })
      const goOn = async (to: string) => {
        await page.getByRole('button', { name: form('next', { step: form(`step.${to}`) }), exact: true }).click()
        await expect(heading(to)).toBeVisible()
      }
      const name = `ถ้วยสายฟ้า ${mark()}`
      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      await withoutCookieLine(page)
      await enter(page, at('/account/form-tournament'), 'promoter')
      await expect(page.getByRole('button', { name: new RegExp(form('list.copyOf', { name: '.+' })) }).first()).toBeVisible()
      await everybodyCanUse(page)
      await page.getByRole('button', { name: form('list.new') }).click()
      await expect(heading('basics')).toBeVisible()
      const id = Number(new URL(page.url()).searchParams.get('id'))
      expect(id).toBeGreaterThan(0)

      // Publishing an empty one leads to the first thing that is missing.
      await page.goto(at(`/account/form-tournament?id=${id}&step=check`))
      await page.getByRole('button', { name: form('publish.open'), exact: true }).click()
      await expect(field('nameTh')).toBeFocused()
      await expect(page.getByRole('alert').first()).toBeVisible()

      // Basics, with a banner cut by the keyboard.
      await field(language === 'th' ? 'nameTh' : 'nameEn').fill(name)
      await radio(new RegExp(`^${game}`)).check()
      await field('banner')
        .and(page.locator('input'))
        .setInputFiles(await picture(page))
      const crop = page.getByRole('dialog', { name: form('field.banner') })
      const stage = crop.getByRole('application')
      await stage.press('+')
      await stage.press('ArrowRight')
      await everybodyCanUse(page)
      await crop.getByRole('button', { name: t('form:crop.done') }).click()
      const banner = page.getByRole('img', { name: form('field.banner'), exact: true })
      await expect(banner).toHaveAttribute('src', /^\/files\/tournament\//)
      expect(
        await banner.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth / image.naturalHeight)),
      ).toBeCloseTo(7 / 4, 1)
      await expect(saved).toBeVisible()
      await everybodyCanUse(page)

      // The step on who may enter.
      await goOn('who')
      await radio(new RegExp(`^${language === 'th' ? 'ทั่วไป|Open' : 'Open'}`)).check()
      await radio(new RegExp(`^${form('contestant.team')} `)).check()
      await page.getByRole('button', { name: form('less', { label: form('field.maxSubstitutes') }) }).click()
      await radio(new RegExp(`^${form('contestant.single')} `)).check()
      await radio('16').check()
      await radio(new RegExp(`^${form('joinMode.auto')}`)).check()
      await everybodyCanUse(page)

      // The format: what the choice comes to, and the way back from the last one.
      await goOn('format')
      await radio(new RegExp(`^${form('kind.single')} `)).check()
      await expect(page.getByRole('radiogroup').getByText(form('format.matches', { count: 16 }), { exact: true })).toBeVisible()
      if (size === SIZES[1].size)
        await page
          .getByText(form('sim.fold', { count: 4 }))
          .first()
          .click()
      await radio(new RegExp(`^${form('kind.double')} `)).check()
      const undo = page.getByRole('button', { name: form('undo') }).filter({ visible: true })
      await undo.click()
      await expect(radio(new RegExp(`^${form('kind.single')} `))).toBeChecked()
      await page.getByLabel(form('round.final'), { exact: true }).selectOption('7')
      await expect(saved).toBeVisible()
      await everybodyCanUse(page)

      // The schedule: usual dates, and registration from today.
      await goOn('schedule')
      await page.getByRole('button', { name: form('schedule.suggest') }).click()
      const opens = form('field.registrationStartAt')
      const [year, month, day] = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).split('-')
      const now = { day, month, year, time: '00:00' }
      for (const [part, value] of Object.entries(now)) {
        await page.getByLabel(`${opens}: ${t(`form:date.${part}`)}`).selectOption(value ?? '')
      }
      await everybodyCanUse(page)

      // Rules and prizes.
      await goOn('rules')
      await page.getByRole('button', { name: form('rules.addPrize', { place: ordinal(1, language) }) }).click()
      await page.getByLabel(form('rules.bahtOf', { place: ordinal(1, language) })).fill('5000')
      await field('rulesTh').fill('เล่นอย่างยุติธรรม')
      await field('contact').fill('LINE @lightningcup')
      await expect(
        page
          .getByText(form('baht', { amount: '5,000' }))
          .filter({ visible: true })
          .last(),
      ).toBeVisible()
      await everybodyCanUse(page)

      // People: somebody is found and asked to help.
      await goOn('people')
      const helper = await other(browser, options, at('/'), somebody())
      const { displayName } = (await signedIn(helper)).me
      await helper.context().close()
      await page.getByRole('searchbox', { name: form('people.search') }).fill(displayName)
      const add = page.getByRole('button', {
        name: form('people.addAs', { name: displayName, role: form('field.assistants') }),
        exact: true,
      })
      await expect(add.first()).toBeVisible()
      await add.first().click()
      await expect(page.getByRole('button', { name: new RegExp(form('people.removeOf', { name: '.+' })) })).toBeVisible()
      await everybodyCanUse(page)

      // Documents: asked for, and not after all.
      await goOn('documents')
      const document = page.getByRole('checkbox').first()
      await document.check()
      await document.uncheck()
      await everybodyCanUse(page)

      // Another device goes on with it where this one stands.
      await goOn('check')
      await expect(saved).toBeVisible()
      const elsewhere = await other(browser, options, at(`/account/form-tournament?id=${id}&step=basics`), 'promoter')
      const theirs = elsewhere.getByLabel(form(`field.${language === 'th' ? 'nameTh' : 'nameEn'}`), { exact: true })
      await expect(theirs).toHaveValue(name)
      const kept = elsewhere.waitForResponse('**/api/tournament/update')
      await theirs.fill(`${name} II`)
      expect((await kept).ok()).toBe(true)
      await elsewhere.context().close()

      // This one hears of it when it saves, and takes the newer version.
      await page
        .getByRole('navigation', { name: form('steps.label') })
        .filter({ visible: true })
        .getByRole('button', { name: new RegExp(form('step.rules')) })
        .click()
      await field('contact').fill('LINE @lightning')
      await expect(page.getByText(form('conflict.text'))).toBeVisible()
      await everybodyCanUse(page)
      await page.getByRole('button', { name: form('conflict.theirs') }).click()
      await expect(field('contact')).toHaveValue('LINE @lightningcup')

      // Check and publish.
      await page.goto(at(`/account/form-tournament?id=${id}&step=check`))
      await expect(page.getByText(form('check.ready'))).toBeVisible()
      await expect(page.getByRole('main').getByText('LINE @lightningcup')).toBeVisible()
      await everybodyCanUse(page)
      await page.getByRole('button', { name: form('publish.open'), exact: true }).click()
      const publish = page.getByRole('dialog')
      await expect(publish.getByText(form('publish.locksText'))).toBeVisible()
      await everybodyCanUse(page)
      await publish.getByRole('button', { name: form('publish.action') }).click()
      await expect(page.getByText(form('published.open'))).toBeVisible()

      // The first entry locks the format; the rest is changed with a reason.
      const entrant = await other(browser, options, at('/'), player)
      await enterAlone(entrant, id)
      await entrant.context().close()
      await page.goto(at(`/account/form-tournament?id=${id}&step=format`))
      await expect(page.getByText(form('locked')).first()).toBeVisible()
      await expect(radio(new RegExp(`^${form('kind.double')} `))).toBeDisabled()
      await everybodyCanUse(page)
      await page.goto(at(`/account/form-tournament?id=${id}&step=rules`))
      await field('entryFee').fill('ฟรี')
      await page.getByRole('button', { name: form('change.open') }).click()
      const change = page.getByRole('dialog')
      await change.getByRole('button', { name: form('change.save') }).click()
      await expect(change.getByText(form('change.reasonNeeded'))).toBeVisible()
      await everybodyCanUse(page)
      await change.getByRole('textbox').fill('มีผู้สนับสนุน')
      await change.getByRole('button', { name: form('change.save') }).click()
      await expect(change).toBeHidden()
      await page.reload()
      await expect(field('entryFee')).toHaveValue('ฟรี')
    })
  })
}

test.describe('drafts', () => {
  test('are copied, listed and deleted; who runs nothing yet is shown the way', async ({ page, browser, baseURL, say }) => {
    const { t, at } = say
    const form = (key: string, values?: Record<string, unknown>) => t(`tournamentForm:${key}`, values)
    await withoutCookieLine(page)
    await enter(page, at('/account/form-tournament'), 'promoter')
    const named = (key: string) => page.getByRole('button', { name: new RegExp(`^${form(key, { name: '.+' })}$`) })
    await named('list.copyOf').last().click()
    await expect(page.getByRole('heading', { level: 2, name: form('step.basics') })).toBeVisible()
    await expect(page.getByRole('radio', { checked: true })).toBeVisible()
    // Everything came along but the dates.
    await page.goto(at(`/account/form-tournament?id=${new URL(page.url()).searchParams.get('id')}&step=schedule`))
    await expect(page.getByRole('button', { name: form('schedule.suggest') })).toBeVisible()
    await page.goto(at('/account/form-tournament'))
    const remove = named('list.deleteOf')
    await expect(remove.first()).toBeVisible()
    const before = await remove.count()
    await remove.first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: form('list.delete') })
      .click()
    await expect(remove).toHaveCount(before - 1)

    const member = await other(browser, { ...(baseURL && { baseURL }) }, at('/account/form-tournament'), 'player-1813')
    await expect(member.getByText(form('list.noPromoter'))).toBeVisible()
    await expect(member.getByRole('link', { name: form('list.becomePromoter') })).toBeVisible()
    await everybodyCanUse(member)
    await member.context().close()
  })
})
