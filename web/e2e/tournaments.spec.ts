import type { Page } from '@playwright/test'
import { as, openForm } from './shop/esports'
import { newName } from './shop/names'
import { everybodyCanUse } from './shop/fits'
import { plain } from '../src/i18n/plain'
import { enter, expect, SIZES, test } from './shop/test'
import { speaker } from './shop/texts'

/** Finding a tournament, reading all of its page, and seeing it change while one looks. */

test.describe.configure({ mode: 'parallel' })

interface Card {
  id: number
  name: { th: string; en: string }
  phase: string
  format: string
}

/** The tournaments of a phase in the list. */
async function listed(page: Page, phase: string): Promise<Card[]> {
  const answer = await page.request.post('/api/tournament/tournamentlist', { data: { phase, page: 1, perPage: 24 } })
  return ((await answer.json()) as { items: Card[] }).items
}

/** The first that has matches of two sides. */
async function anyOf(page: Page, phase: string): Promise<Card> {
  const card = (await listed(page, phase)).find(({ format }) => format !== 'survivor')
  if (!card) throw new Error(`the demo has no tournament in ${phase}`)
  return card
}

for (const [language, { size, use }] of [
  ['th', SIZES[0]],
  ['en', SIZES[1]],
] as const) {
  const { t, at } = speaker(language)

  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language })

    test('a tournament is found by lane, filter, search and week', async ({ page }) => {
      const main = page.getByRole('main')
      await page.goto(at('/esport/tournament'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('tournaments:heading'))
      for (const lane of ['register', 'competition', 'upcoming'])
        await expect(main.getByRole('heading', { level: 2, name: t(`tournaments:phase.${lane}`) })).toBeVisible()
      await everybodyCanUse(page)

      await main.getByRole('link', { name: t('tournaments:lane.allOf', { lane: t('tournaments:phase.register') }) }).click()
      await expect(page).toHaveURL(/[?&]phase=register/)
      await expect(main.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible()
      const [first] = await listed(page, 'register')
      if (!first) throw new Error('nothing is open')
      await expect(main.getByRole('link', { name: first.name[language], exact: true })).toBeVisible()
      await everybodyCanUse(page)

      // The choice stands in the address, and is restored from it.
      await main.getByRole('combobox', { name: t('tournaments:filter.type') }).selectOption('single')
      await expect(page).toHaveURL(/phase=register.*type=single|type=single.*phase=register/)
      await page.reload()
      await expect(main.getByRole('combobox', { name: t('tournaments:filter.type') })).toHaveValue('single')
      await main.getByRole('button', { name: t('tournaments:filter.clear') }).click()
      await expect(main.getByRole('heading', { level: 2, name: t('tournaments:phase.register') })).toBeVisible()

      const field = main.getByRole('searchbox', { name: t('tournaments:filter.search') })
      if (!(await field.isVisible())) await main.getByRole('button', { name: t('tournaments:filter.search') }).click()
      await field.fill(first.name[language])
      await expect(page).toHaveURL(/[?&]q=/)
      await expect(main.getByRole('link', { name: first.name[language], exact: true })).toBeVisible()
      await field.fill('zzzz qqqq')
      await expect(main.getByText(t('tournaments:notFound'))).toBeVisible()
      await main.getByRole('link', { name: t('tournaments:one.back') }).click()

      await main.getByRole('button', { name: t('tournaments:filter.calendar') }).click()
      await expect(page).toHaveURL(/[?&]week=\d{4}-\d\d-\d\d/)
      const week = new URL(page.url()).searchParams.get('week')
      await expect(main.getByText(t('tournaments:week.isToday'))).toBeVisible()
      await everybodyCanUse(page)
      await main.getByRole('link', { name: t('tournaments:week.next') }).click()
      await expect(page).not.toHaveURL(new RegExp(`week=${week}`))
      await expect(main.getByText(t('tournaments:week.isToday'))).toBeHidden()
      await main.getByRole('link', { name: t('tournaments:week.today') }).click()
      await expect(page).toHaveURL(new RegExp(`week=${week}`))
    })

    test('each part of a tournament has its own address', async ({ page }) => {
      const main = page.getByRole('main')
      const { id, name } = await anyOf(page, 'register')
      const tabs = main.getByRole('navigation', { name: t('tournaments:tabs.label') })
      await page.goto(at('/esport/tournament'))
      await main.getByRole('link', { name: name[language], exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name[language])
      await expect(page).toHaveTitle(plain(t('tournaments:one.title', { name: name[language] })))
      const rail = main.getByRole('list', { name: t('tournaments:rail') })
      await expect(rail.getByRole('listitem').filter({ hasText: t('tournaments:phase.register') })).toHaveAttribute('aria-current', 'step')
      await expect(main.getByRole('timer').first()).toHaveText(/\d/)
      await expect(main.getByRole('link', { name: t('tournaments:you.login') }).filter({ visible: true })).toHaveAttribute(
        'href',
        new RegExp(`returnTo=.*${id}`),
      )
      await everybodyCanUse(page)

      const entrants = ['team', 'player'].map((context) => t('tournaments:tabs.entrants', { context })).join('|')
      await tabs.getByRole('link', { name: new RegExp(`^(${entrants})`) }).click()
      await expect(page).toHaveURL(at(`/esport/tournament/${id}/entrants`))
      await expect(main.getByRole('list').last().getByRole('listitem').first()).toBeVisible()
      await everybodyCanUse(page)
      await tabs.getByRole('link', { name: t('tournaments:tabs.rules') }).click()
      await expect(main.getByRole('heading', { level: 2, name: t('tournaments:rules.heading') })).toBeVisible()
      await tabs.getByRole('link', { name: t('tournaments:tabs.matches') }).click()
      await expect(main.getByRole('heading', { level: 2, name: t('tournaments:bracket.notYet') })).toBeVisible()
      await page.reload()
      await expect(main.getByRole('heading', { level: 2, name: t('tournaments:bracket.notYet') })).toBeVisible()
      await expect(tabs.getByRole('link', { name: t('tournaments:tabs.matches') })).toBeInViewport({ ratio: 1 })
      await everybodyCanUse(page)
    })

    test('a tournament opens and is called off while one looks', async ({ page, context, request }) => {
      const promoter = await as(request, 'promoter')
      const games = (await (await request.get('/api/tournament/form/create/list/game')).json()) as {
        items: { id: number; solo: boolean }[]
      }
      const gameId = games.items.find(({ solo }) => solo)?.id ?? 0
      const name = newName('ถ้วยทดสอบ', 'Opening Cup')
      const { id } = (await promoter('create', openForm(name, 20, gameId))) as { id: number }
      const asked: string[] = []
      context.on('request', (call) => {
        if (/tournamentlist|\/lanes$/.test(call.url())) asked.push(call.url())
      })

      const list = await context.newPage()
      await list.goto(at(`/esport/tournament?q=${encodeURIComponent(name[language])}`))
      const card = list.getByRole('main').getByRole('listitem').filter({ hasText: name[language] })
      await expect(card).toBeVisible()

      await page.goto(at(`/esport/tournament/${id}`))
      const main = page.getByRole('main')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name[language])
      await expect(main.getByText(t('tournaments:phase.upcoming'), { exact: true }).first()).toBeVisible()
      await expect(main.getByText(t('common:live.live'), { exact: true })).toBeVisible()
      const loaded = await page.evaluate(() => performance.timeOrigin)

      // The clock alone brings it.
      const rail = main.getByRole('list', { name: t('tournaments:rail') })
      await expect(rail.getByRole('listitem').filter({ hasText: t('tournaments:phase.register') })).toHaveAttribute('aria-current', 'step')
      await expect(main.getByRole('link', { name: t('tournaments:you.login') }).filter({ visible: true })).toBeVisible()
      await expect(card.getByText(t('tournaments:when.closesIn', { left: '' }).trim())).toBeVisible()

      await promoter(`cancel-tournament/${id}`, { reason: 'ไฟดับทั้งอาคาร' })
      await expect(main.getByRole('heading', { name: t('tournaments:you.cancelled') })).toBeVisible()
      await expect(main.getByText(t('tournaments:you.cancelledBecause', { reason: 'ไฟดับทั้งอาคาร' }))).toBeVisible()
      await expect(main.getByRole('link', { name: t('tournaments:you.login') })).toHaveCount(0)
      expect(await page.evaluate(() => performance.timeOrigin), 'never reloaded').toBe(loaded)
      await everybodyCanUse(page)
      await list.close()
    })

    test('a member sees what to do next, and what it takes to enter', async ({ page }) => {
      const main = page.getByRole('main')
      await enter(page, at('/esport/tournament'), 'captain')
      await expect(main.getByRole('region', { name: t('tournaments:mine.heading') })).toBeVisible()
      await everybodyCanUse(page)
      await main.getByRole('button', { name: t('tournaments:filter.entered') }).click()
      await expect(page).toHaveURL(/mine=entered/)
      await expect(main.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible()
      const { id } = await anyOf(page, 'register')
      await page.goto(at(`/esport/tournament/${id}`))
      await expect(main.getByRole('region', { name: t('tournaments:you.label') })).toBeVisible()
      await everybodyCanUse(page)
    })
  })
}

test.describe('what is not there', () => {
  // The browser itself remarks on a page that answers with an error.
  test.use({ noise: [/the server responded with a status of 404/] })
  test('says so, and leads to what is', async ({ page, say }) => {
    const answer = await page.goto('/esport/tournament/1')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { id } = await anyOf(page, 'finished')
    await page.goto(`/esport/tournament/${id}`)
    await expect(page.getByRole('heading', { name: say.t('tournaments:you.finished') })).toBeVisible()
  })
})
