import type { Browser, Locator, Page } from '@playwright/test'
import { everybodyCanUse } from './shop/fits'
import { mark } from './shop/names'
import { enter, expect, SIZES, somebody, test } from './shop/test'

/** A team's life, of two people in two browsers: what one does, the other sees without touching anything. */

test.describe.configure({ mode: 'parallel' })

/** A name that no other team has, in letters that look like no other name. */
const newName = () => `Lime Squad ${mark()}`

/** As the login provider names them; nobody else is called so. */
const nameOf = (person: string) => `ผู้ทดสอบ ${person.split('-')[1]}`

/** Somebody else, in a browser of their own. */
async function other(
  browser: Browser,
  baseURL: string | undefined,
  use: object,
  locale: string,
  path: string,
  person: string,
): Promise<Page> {
  const context = await browser.newContext({ ...use, ...(baseURL && { baseURL }), locale })
  const page = await context.newPage()
  await withoutCookieLine(page)
  await enter(page, path, person)
  return page
}

/** The line about cookies was put away long ago: it would lie over what is tapped. */
async function withoutCookieLine(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
}

const row = (page: Page, name: string): Locator =>
  page.locator('section[aria-labelledby=members]').getByRole('listitem').filter({ hasText: name })

const WAYS = [
  { language: 'th', ...SIZES[0] },
  { language: 'en', ...SIZES[1] },
] as const

for (const { language, size, use } of WAYS) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    test('a team is made, grows by an invitation, changes its captain, and ends', async ({ page, browser, baseURL, say, locale }) => {
      test.slow()
      const { t, at } = say
      const [first, second] = [somebody(), somebody()]
      const [ploy, nont] = [nameOf(first), nameOf(second)]
      const team = newName()
      await withoutCookieLine(page)
      await enter(page, at('/account/team'), first)
      const friend = await other(browser, baseURL, use, locale ?? 'th-TH', at('/account/team'), second)
      await expect(page.getByRole('heading', { level: 1, name: t('account:menu.tournament') })).toBeVisible()
      await expect(friend.getByRole('heading', { name: t('teams:none.find') })).toBeVisible()
      await everybodyCanUse(page)

      // The field says what is wrong with the name, and keeps what was typed.
      await page.getByRole('button', { name: t('teams:none.create') }).click()
      const form = page.getByRole('dialog', { name: t('teams:form.create') })
      await form.getByRole('button', { name: t('teams:form.create') }).click()
      await expect(form.getByRole('alert').first()).toBeVisible()
      await form.getByRole('textbox', { name: t('teams:form.name') }).fill(team)
      await form.getByRole('textbox', { name: t('teams:form.shortName') }).fill('LIME')
      await form.getByRole('textbox', { name: t('teams:form.website') }).fill('https://limes.example')
      await everybodyCanUse(page)
      await form.getByRole('button', { name: t('teams:form.create') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('account:menu.team') })).toBeVisible()
      await expect(page.getByRole('main').getByText(team, { exact: true })).toBeVisible()

      // Invited on one screen, it stands on the other.
      await page.getByRole('button', { name: t('teams:members.invite') }).click()
      const invite = page.getByRole('dialog', { name: t('teams:invite.title') })
      await invite.getByRole('searchbox').fill(nont.split(' ')[1] ?? '')
      await invite.getByRole('button', { name: t('teams:invite.goOf', { name: nont }) }).click()
      await expect(invite.getByText(t('teams:invite.invited'), { exact: true })).toBeVisible()
      await everybodyCanUse(page)
      await invite.getByRole('button', { name: t('common:action.close') }).click()
      await expect(page.getByRole('main').getByText(t('teams:invited.text', { name: nont }))).toBeVisible()
      const invitation = friend.getByRole('article').filter({ hasText: team })
      await expect(invitation).toBeVisible()
      await everybodyCanUse(friend)
      await invitation.getByRole('button', { name: t('teams:invitation.accept') }).click()
      await expect(friend.getByRole('heading', { level: 1, name: t('account:menu.team') })).toBeVisible()
      await expect(row(page, nont)).toBeVisible()
      await expect(page.getByRole('main').getByText(t('teams:invited.text', { name: nont }))).toBeHidden()
      // Both are here, and each sees it.
      for (const screen of [page, friend]) {
        await expect(screen.getByText(t('teams:online', { count: 2, all: 2 }))).toBeVisible()
      }
      await everybodyCanUse(page)

      // The captain cannot just go.
      await page.getByRole('button', { name: t('teams:settings.leave') }).click()
      await expect(page.getByRole('dialog').getByText(t('teams:leave.captain'))).toBeVisible()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common:action.close') })
        .click()

      // The friend becomes captain: the tools move over to the other screen.
      await expect(friend.getByRole('button', { name: t('teams:members.invite') })).toBeHidden()
      await page.getByRole('button', { name: t('teams:members.menu', { name: nont }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('teams:promote.action') })
        .click()
      const promote = page.getByRole('dialog', { name: t('teams:promote.title', { name: nont }) })
      await expect(promote.getByText(t('teams:promote.happens', { name: nont }))).toBeVisible()
      await everybodyCanUse(page)
      await promote.getByRole('button', { name: t('teams:promote.action') }).click()
      await expect(friend.getByRole('button', { name: t('teams:members.invite') })).toBeVisible()
      await expect(page.getByRole('button', { name: t('teams:members.invite') })).toBeHidden()
      await expect(row(page, nont)).toContainText(t('teams:captain'))

      // In no running tournament, a member goes at once.
      await page.getByRole('button', { name: t('teams:settings.leave') }).click()
      const leave = page.getByRole('dialog', { name: t('teams:leave.title', { name: team }) })
      await expect(leave.getByText(t('teams:leave.now'))).toBeVisible()
      await leave.getByRole('button', { name: t('teams:leave.go') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('account:menu.tournament') })).toBeVisible()
      await expect(row(friend, ploy)).toHaveCount(0)

      // A player who left asks to come back, and is accepted from the inbox, where the message shows the outcome.
      await page.getByRole('searchbox', { name: t('teams:list.search') }).fill(team)
      await page.getByRole('button', { name: `${t('teams:team.join')} ${team}` }).click()
      await expect(page.getByText(t('teams:request.text', { name: team }))).toBeVisible()
      await friend.goto(at('/account/inbox?stream=esports'))
      const request = friend.getByRole('main').getByRole('listitem').filter({ hasText: ploy }).first()
      const accept = request.getByRole('button', { name: new RegExp(`^${t('inbox:offer.request.accepted')}: `) })
      await expect(accept).toBeVisible()
      await everybodyCanUse(friend)
      await accept.click()
      await expect(page.getByRole('heading', { level: 1, name: t('account:menu.team') })).toBeVisible()
      await expect(friend.getByText(t('inbox:offer.status.accepted')).first()).toBeFocused()
      await friend.goto(at('/account/team'))
      await expect(row(friend, ploy)).toBeVisible()

      // Taken out by the captain: the page turns and says why it did.
      await friend.getByRole('button', { name: t('teams:members.menu', { name: ploy }) }).click()
      await friend
        .getByRole('dialog')
        .getByRole('button', { name: t('teams:remove.action') })
        .click()
      const remove = friend.getByRole('dialog', { name: t('teams:remove.title', { name: ploy }) })
      await remove.getByRole('button', { name: t('teams:remove.action') }).click()
      await expect(page.getByText(t('teams:gone', { name: team }))).toBeVisible()

      // The last one ends the team; its page says so.
      await friend.getByRole('link', { name: t('teams:publicPage') }).click()
      await expect(friend.getByRole('heading', { level: 1, name: team })).toBeVisible()
      await everybodyCanUse(friend)
      const publicPage = new URL(friend.url()).pathname
      await friend.getByRole('link', { name: t('teams:team.manage') }).click()
      await friend.getByRole('button', { name: t('teams:settings.disband') }).click()
      await friend
        .getByRole('dialog')
        .getByRole('button', { name: t('teams:disband.go', { name: team }) })
        .click()
      await expect(friend.getByRole('heading', { level: 1, name: t('account:menu.tournament') })).toBeVisible()
      await page.goto(publicPage)
      await expect(page.getByText(t('teams:team.disbanded'))).toBeVisible()

      // The people concerned find it in their inbox.
      await page.goto(at('/account/inbox?stream=esports'))
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: team }).first()).toBeVisible()
      await friend.context().close()
    })

    test('teams and people are found by everybody, as the server sends them', async ({ page, request, say }) => {
      const { t, at } = say
      await page.goto(at('/esport/teams'))
      await expect(page.getByRole('heading', { level: 1, name: t('teams:list.heading') })).toBeVisible()
      const [team] = await page.getByRole('main').getByRole('listitem').getByRole('link').allTextContents()
      expect(team).toBeTruthy()
      await everybodyCanUse(page)
      await page
        .getByRole('main')
        .getByRole('searchbox')
        .fill(team ?? '')
      await expect(page).toHaveURL((url) => url.searchParams.get('q') === team)
      await page
        .getByRole('main')
        .getByRole('link', { name: team ?? '', exact: true })
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1, name: team ?? '' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: t('teams:team.login') })).toBeVisible()
      const html = await (await request.get(page.url())).text()
      expect(html, 'the body is the server’s').toContain(`>${team}</h1>`)
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await expect(page.getByRole('heading', { name: t('teams:player.team'), exact: true })).toBeVisible()
      await everybodyCanUse(page)
      await page.goto(at('/esport/teams?q=nosuchteamanywhere'))
      await expect(page.getByText(t('teams:list.none', { query: 'nosuchteamanywhere' }))).toBeVisible()
    })
  })
}
