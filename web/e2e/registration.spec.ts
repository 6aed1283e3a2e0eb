import { type APIRequestContext, type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { everybodyCanUse } from './shop/fits'
import { newName } from './shop/names'
import { enter, SIZES, test } from './shop/test'

/** Entering a tournament, and what its promoter makes of the entry: what one does, the other sees without touching anything. */

test.describe.configure({ mode: 'parallel' })

const HOUR = 3600_000

interface Wanted {
  contestantType: 'single' | 'team'
  mainPlayers: number
  joinMode: 'auto' | 'review'
  documents: string[]
}

/** A tournament of the demo's promoter that takes entries now. Answers its address. */
async function hold(
  request: APIRequestContext,
  token: string,
  wanted: Wanted,
): Promise<{ id: number; path: string; nameTh: string; nameEn: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const { items } = (await (await request.get('/api/tournament/form/create/list/game')).json()) as {
    items: Array<{ id: number; slug: string }>
  }
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  const { th: nameTh, en: nameEn } = newName('ถ้วยทดสอบ', 'Test Cup')
  const answer = await request.post('/api/tournament/create', {
    headers,
    data: {
      draft: false,
      nameTh,
      nameEn,
      gameId: items.find(({ slug }) => slug === 'rov')?.id,
      category: 'Open',
      mode: 'online',
      maxSubstitutes: wanted.contestantType === 'team' ? 1 : 0,
      capacity: 8,
      showGameId: true,
      inviteOnly: false,
      stages: [{ format: 'bracket', elimination: 'single', series: [1, 1, 3] }],
      registrationStartAt: at(-1),
      registrationEndAt: at(72),
      drawAt: at(96),
      startAt: at(120),
      endAt: at(240),
      confirmMinutes: 30,
      reporter: 'captain',
      hoursFrom: 9,
      hoursTo: 22,
      rulesTh: 'เล่นอย่างยุติธรรม',
      prizes: [],
      contact: 'cup@manao.example',
      ...wanted,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { id } = (await answer.json()) as { id: number }
  return { id, path: `/esport/tournament/${id}`, nameTh, nameEn }
}

/** Somebody in a browser of their own. */
async function other(browser: Browser, options: BrowserContextOptions, path: string, person: string): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await withoutCookieLine(page)
  await enter(page, path, person)
  return page
}

/** The line about cookies was put away long ago: it would lie over what is tapped. */
const withoutCookieLine = (page: Page) => page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))

async function tokenOf(page: Page): Promise<string> {
  const answer = await page.request.post('/api/oauth/refresh-token', { data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { accessToken: string }).accessToken
}

/** A card as a camera would have it. */
async function card(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 400)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#e6efe6'
    context.fillRect(0, 0, 640, 400)
    context.fillStyle = '#2d4a6b'
    context.fillRect(0, 0, 640, 90)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return Array.from(new Uint8Array(await blob.arrayBuffer()))
  })
  return { name: 'student-card.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

const WAYS = [
  { language: 'th', player: 'player-1801', ...SIZES[0] },
  { language: 'en', player: 'player-1802', ...SIZES[1] },
] as const

for (const { language, player, size, use } of WAYS) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    test('somebody enters alone and is in at once', async ({ page, browser, baseURL, say, locale }) => {
      test.slow()
      const { t, at } = say
      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      const promoter = await other(browser, options, '/', 'promoter')
      const cup = await hold(promoter.request, await tokenOf(promoter), {
        contestantType: 'single',
        mainPlayers: 1,
        joinMode: 'auto',
        documents: [],
      })
      await withoutCookieLine(page)

      // A visitor is led to the login, and back.
      await page.goto(at(`${cup.path}/register`))
      await expect(page.getByRole('main').getByRole('link', { name: t('common:session.login') })).toBeVisible()
      await enter(page, at(`${cup.path}/register`), player)
      await expect(page.getByRole('heading', { level: 1, name: language === 'th' ? cup.nameTh : cup.nameEn })).toBeVisible()
      await everybodyCanUse(page)

      // The game ID is typed at the person, and said to be wrong there.
      const gameId = page.getByRole('textbox')
      await gameId.fill('12')
      await gameId.blur()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('20394817')
      await gameId.fill('20394817')
      await expect(page.getByText(t('registration:draft.kept'))).toBeVisible()

      // The draft is on the server: it is there after a reload.
      await page.reload()
      await expect(page.getByRole('main').getByText('20394817').first()).toBeVisible()
      await page.getByRole('button', { name: t('registration:next', { step: t('registration:step.check') }) }).click()
      await expect(page.getByText(t('registration:review.auto'))).toBeVisible()
      await everybodyCanUse(page)
      await page.getByRole('button', { name: t('registration:send') }).click()
      await expect(page.getByText(t('tournaments:status.join'), { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('registration:next_.draw.title') })).toBeVisible()
      await everybodyCanUse(page)

      // Staff cannot play in their own tournament.
      await promoter.goto(at(`${cup.path}/register`))
      await expect(promoter.getByRole('heading', { name: t('registration:runs.title') })).toBeVisible()

      // Withdrawn, one may enter again.
      await page.getByRole('button', { name: t('tournaments:you.withdraw') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('tournaments:you.withdrawYes') })
        .click()
      await expect(page.getByRole('heading', { name: t('registration:ended.withdrawn') })).toBeVisible()
      await expect(page.getByRole('button', { name: t('registration:status.again') })).toBeVisible()
      await promoter.context().close()
    })

    test('a team enters with documents, and its promoter looks at them and admits it', async ({ page, browser, baseURL, say, locale }) => {
      test.slow()
      const { t, at } = say
      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      const promoter = await other(browser, options, '/', 'promoter')
      const cup = await hold(promoter.request, await tokenOf(promoter), {
        contestantType: 'team',
        mainPlayers: 2,
        joinMode: 'review',
        documents: ['student_card'],
      })
      const register = at(`${cup.path}/register`)
      await withoutCookieLine(page)
      await enter(page, register, 'captain')

      // The roster: tapped in, counted, and each player with what is missing.
      // Their game IDs are known from before.
      for (const name of ['ploy.th', 'jcarter']) await page.getByRole('checkbox', { name }).check()
      await expect(page.getByText(t('registration:draft.kept'))).toBeVisible()
      await expect(page.getByRole('checkbox', { name: 'kritW' })).toBeEnabled()
      await everybodyCanUse(page)

      // The other one is reminded, once.
      const teammate = page.getByRole('group', { name: 'jcarter', exact: true })
      await teammate.getByRole('button', { name: t('registration:who.remindOf', { name: 'jcarter' }) }).click()
      await expect(teammate.getByText(t('registration:who.reminded'))).toBeVisible()

      // Evidence: why, who will see it, until when; a picture is taken.
      await page.getByRole('button', { name: t('registration:next', { step: t('registration:step.evidence') }) }).click()
      await expect(page.getByText(t('registration:give.who'))).toBeVisible()
      const kind = t('registration:kind.student_card')
      await page.getByLabel(t('registration:give.fileOf', { name: kind })).setInputFiles(await card(page))
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
      await everybodyCanUse(page)
      await page.getByRole('button', { name: t('registration:next', { step: t('registration:step.check') }) }).click()

      // Sent while something is missing of the other one, it waits for that.
      await page.getByRole('button', { name: t('registration:sendAnyway') }).click()
      await expect(page.getByText(t('tournaments:status.incomplete_team'), { exact: true })).toBeVisible()
      await everybodyCanUse(page)

      // The other one does their part; the captain's screen goes on by itself.
      const member = await other(browser, options, register, 'john')
      await member.getByLabel(t('registration:give.fileOf', { name: kind })).setInputFiles(await card(member))
      await member.getByRole('button', { name: t('registration:mine.keep') }).click()
      await expect(member.getByText(t('registration:mine.ready'))).toBeVisible()
      await everybodyCanUse(member)
      await expect(page.getByText(t('tournaments:status.register'), { exact: true })).toBeVisible()
      await member.context().close()

      // The promoter's desk: the entry waits there; a document is opened, and its owner will see by whom.
      await promoter.goto(at(`${cup.path}/manage`))
      await expect(promoter.getByText(t('desk:lane.review', { count: 1 }))).toBeVisible()
      // Bringing the open part of the desk into sight on a phone leaves the page at its head.
      expect(await promoter.evaluate(() => scrollY)).toBe(0)
      await everybodyCanUse(promoter)
      await promoter.getByRole('button', { name: t('desk:lane.lookEach') }).click()
      const panel = promoter.getByRole('region', { name: t('desk:viewer.label', { name: 'Bangkok Limes' }) })
      await expect(panel.getByText(t('desk:viewer.closed', { count: 2 }))).toBeVisible()
      await panel.getByRole('button', { name: t('desk:viewer.open') }).click()
      await expect(panel.getByRole('img')).toBeVisible()
      await everybodyCanUse(promoter)
      await panel.getByRole('button', { name: t('desk:viewer.in') }).click()
      await panel.getByRole('button', { name: t('desk:viewer.turn') }).click()
      // By the keys: accepted, and the next one is opened; accepted too.
      await panel.press('a')
      await expect(panel.getByText('2/2')).toBeVisible()
      await expect(panel.getByRole('img')).toBeVisible()
      await panel.press('a')
      await expect(panel.getByText(t('desk:viewer.allChecked'))).toBeVisible()
      await panel.press('a')

      // Admitted: at once on the captain's screen.
      await expect(page.getByText(t('tournaments:status.join'), { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('registration:next_.draw.title') })).toBeVisible()

      // A game ID is corrected from the desk: what will happen is said first, and why is seen by the team.
      await promoter.goto(at(`${cup.path}/manage?section=entrants`))
      await promoter.getByRole('button', { name: /Bangkok Limes/ }).click()
      await panel.getByRole('button', { name: t('desk:verdict.roster') }).click()
      const roster = promoter.getByRole('dialog', { name: t('desk:roster.title', { name: 'Bangkok Limes' }) })
      const john = roster.getByRole('group', { name: 'jcarter', exact: true })
      await john.getByRole('button', { name: t('registration:who.more', { name: 'jcarter' }) }).click()
      // Another one each time, also when the test is tried again: the last one is known from before.
      const mended = String(20_000_000 + (Date.now() % 1_000_000))
      await john.getByRole('textbox').fill(mended)
      await everybodyCanUse(promoter)
      await roster.getByRole('button', { name: t('desk:roster.next') }).click()
      const confirm = promoter.getByRole('dialog', { name: t('desk:roster.confirmTitle', { name: 'Bangkok Limes' }) })
      await expect(confirm.getByText(t('desk:roster.change.gameId', { name: 'jcarter' }))).toBeVisible()
      await confirm.getByRole('textbox').fill('พิมพ์ผิดหนึ่งตัว')
      await everybodyCanUse(promoter)
      await confirm.getByRole('button', { name: t('desk:roster.go') }).click()
      await expect(confirm).toBeHidden()
      await expect(page.getByText(mended)).toBeVisible()
      await expect(page.getByText('พิมพ์ผิดหนึ่งตัว').first()).toBeVisible()
      await page.goto(at('/account/profile'))
      const view = t('profile:documents.role.promoter', { name: '' }).trim()
      const views = page.getByText(t('profile:documents.views', { count: 1 })).first()
      await expect(views).toBeAttached()
      // Folded on a phone.
      if (!(await views.isVisible())) await page.getByRole('heading', { name: t('profile:section.documents') }).click()
      await views.click()
      await expect(page.getByText(view).first()).toBeVisible()
      await promoter.context().close()
    })
  })
}
