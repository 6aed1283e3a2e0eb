import type { APIRequest, APIRequestContext, Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { as, openForm, signIn } from './shop/esports'
import { newName } from './shop/names'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, SIZES, test } from './shop/test'

/** A match from a proposal to the ruling, in three browsers: what one does, the others see without touching anything. */

test.describe.configure({ mode: 'parallel' })

interface Bracket {
  draw: { version: number }
  entrants: Array<{ contestantId: number; name: string }>
  matches: Array<{ id: number; round: number; home: { contestantId?: number }; away: { contestantId?: number } }>
}

// People with a known identity, with whom no other test plays.
const PEOPLE = ['player-1851', 'player-1852', 'player-1853', 'player-1854']

/** A bracket of four that is being played: its first match, who plays it, and who waits for the winner. */
async function published(requests: APIRequest, request: APIRequestContext, shop: string): Promise<Cup> {
  const promoter = await as(request, 'promoter')
  const { items } = (await (await request.get('/api/tournament/form/create/list/game')).json()) as {
    items: Array<{ id: number; solo: boolean }>
  }
  const gameId = items.find(({ solo }) => solo)?.id ?? 0
  const name = newName('ถ้วยห้องแข่ง', 'Room Cup')
  const { id } = (await promoter('create', openForm(name, -60, gameId))) as { id: number }
  const people = new Map<string, string>()
  const own = await requests.newContext({ baseURL: shop })
  for (const [at, person] of PEOPLE.entries()) {
    const { id: userId, call } = await signIn(own, person)
    const entry = (await call('save-register-tournament', {
      tournamentId: id,
      players: [{ userId, gameId: `2039582${at}`, role: 'main' }],
    })) as { name?: string }
    expect(entry).toMatchObject({ status: 'join' })
    people.set(String(userId), person)
  }
  const { version } = (await (await request.get(`/api/tournament/get/${id}`)).json()) as { version: number }
  await promoter(`close-registration/${id}`, { version })
  const draft = (await promoter(`/bracket/generate-bracket/${id}`, { method: 'random', seed: '7' })) as Bracket
  await promoter(`/bracket/submit-bracket/${id}`, { version: draft.draw.version })
  const { matches } = (await promoter(`/bracket/send-bracket/${id}`)) as Bracket
  const [match = 0, final = 0] = [1, 2].map((number) => matches.find(({ round }) => round === number)?.id)
  const room = (await (await own.get(`/api/tournament/get/match/${match}`)).json()) as Record<'home' | 'away', Side>
  await own.dispose()
  const of = (side: Side): Player => ({ name: side.name, person: people.get(String(side.players[0]?.userId)) ?? '' })
  return { match, final, home: of(room.home), away: of(room.away) }
}

interface Cup {
  match: number
  final: number
  home: Player
  away: Player
}

interface Player {
  name: string
  person: string
}

interface Side {
  name: string
  players: Array<{ userId: number }>
}

/** Somebody in a browser of their own, the line about cookies read long ago. */
async function other(browser: Browser, options: BrowserContextOptions, path: string, person: string): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('manao.cookies', '2026-01-01')
    // The socket is the page's own, as in Chrome on Android, and can be cut.
    Reflect.deleteProperty(window, 'SharedWorker')
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        addEventListener('cut', () => this.close())
      }
    }
  })
  await enter(page, path, person)
  return page
}

/** Without a connection; what is open by then a browser would leave open. */
async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.evaluate(() => void window.dispatchEvent(new Event('cut')))
}

interface Room {
  one: Page
  two: Page
  /** A region that says what comes next. */
  card: (on: Page) => Locator
}

/** A dialog's own button; after it comes the one that closes it. */
const action = (dialog: Locator) => dialog.getByRole('button').nth(-2)

for (const [language, { size, use }] of [
  ['th', SIZES[1]],
  ['en', SIZES[0]],
] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    const together = test.extend<{ cup: Cup; room: Room }>({
      cup: async ({ playwright, request, baseURL }, give) => {
        await give(await published(playwright.request, request, baseURL ?? ''))
      },
      // Both sides in browsers of their own, the promoter on the test's page.
      room: async ({ page, browser, baseURL, locale, say: { t, at }, cup }, give) => {
        const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
        const path = at(`/esport/match/${cup.match}`)
        const [one, two] = await Promise.all([cup.home, cup.away].map(({ person }) => other(browser, options, path, person)))
        if (!one || !two) throw new Error('both sides are there')
        await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
        await enter(page, path, 'promoter')
        await expect(one.getByText(t('matches:here', { count: 3 }))).toBeVisible()
        await give({ one, two, card: (on) => on.getByRole('region', { name: t('matches:card.label') }) })
        await Promise.all([one, two].map((on) => on.context().close()))
      },
    })

    together(
      'a time is agreed, talk outlives a lost connection, results differ, the promoter rules, and the bracket moves',
      async ({ page, say: { t }, hourComes, cup, room: { one, two, card } }) => {
        const button = (on: Page, name: string) => card(on).getByRole('button', { name, exact: true })

        // A time: proposed, countered, accepted. Each sees the other's step by itself.
        const choose = async (on: Page, hour: number) => {
          const dialog = on.getByRole('dialog')
          // Published late in the evening, a round begins with what is left of that day: its last day has more hours.
          await dialog
            .getByRole('radiogroup', { name: t('matches:time.days') })
            .getByRole('radio')
            .last()
            .check()
          await dialog
            .getByRole('list', { name: t('matches:time.hours') })
            // The same people may play at other hours in other cups.
            .getByRole('button', { disabled: false })
            .nth(hour)
            .click()
          await everybodyCanUse(on)
          await action(dialog).click()
          await expect(dialog).toHaveCount(0)
        }
        await button(one, t('matches:do.propose')).click()
        await choose(one, 1)
        await expect(button(one, t('matches:do.withdraw'))).toBeVisible()
        await expect(card(two).getByText(t('matches:card.yourTurn'))).toBeVisible()
        await everybodyCanUse(two)
        await button(two, t('matches:do.counter')).click()
        await choose(two, 3)
        await expect(card(one).getByText(t('matches:card.yourTurn'))).toBeVisible()
        await button(one, t('matches:do.accept')).click()
        for (const on of [one, two]) await expect(button(on, t('matches:do.calendar'))).toBeVisible()
        await expect(page.getByText(t('brackets:state.scheduled'), { exact: true }).filter({ visible: true })).toBeVisible()
        await everybodyCanUse(one)

        // Played; one side hears nothing for a while, and goes on writing.
        await hourComes(cup.match)
        for (const on of [one, two]) await expect(button(on, t('matches:do.send'))).toBeVisible()
        const write = async (on: Page, text: string) => {
          const field = on.getByRole('textbox', { name: t('messages:write.label') })
          await field.fill(text)
          await on.getByRole('button', { name: t('messages:write.send'), exact: true }).click()
          await expect(field).toHaveValue('')
        }
        const log = (on: Page) => on.getByRole('log')
        await cutOff(two)
        await write(two, 'ขอ 5 นาที')
        await write(two, 'เน็ตหลุด')
        await expect(log(two).getByText(t('messages:state.waiting'))).toHaveCount(2)
        await write(one, 'แข่งจบแล้วนะ')
        await expect(log(page).getByText('แข่งจบแล้วนะ')).toBeVisible()
        // Two games, both won by one side; the other claims the same for itself.
        const report = async (on: Page, name: string, winner: string) => {
          await button(on, name).click()
          const dialog = on.getByRole('dialog')
          for (const game of [1, 2]) await dialog.getByRole('button', { name: t('matches:score.wins', { name: winner, game }) }).click()
          await expect(dialog.getByText(t('matches:score.closed', { game: 3, count: 2 }))).toBeVisible()
          await everybodyCanUse(on)
          await action(dialog).click()
          await expect(dialog).toHaveCount(0)
        }
        await report(one, t('matches:do.send'), cup.home.name)
        await expect(button(two, t('matches:do.send'))).toBeVisible()
        await two.context().setOffline(false)
        await expect(button(two, t('matches:do.sendOwn'))).toBeVisible()
        for (const on of [page, one, two]) {
          const said = log(on).locator('p[dir=auto]')
          await expect(said).toHaveText(['แข่งจบแล้วนะ', 'ขอ 5 นาที', 'เน็ตหลุด'])
        }

        // A side sees the other's report only after its own is in.
        await expect(two.getByText('2–0')).toHaveCount(0)
        await report(two, t('matches:do.sendOwn'), cup.away.name)
        for (const on of [one, two]) await expect(card(on).getByText(t('matches:title.side.wait_ruling'))).toBeVisible()
        // Opened by its address, the room is theirs too.
        await page.reload()
        await button(page, t('matches:staff.rule')).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByText('0–2', { exact: true })).toBeVisible()
        await everybodyCanUse(page)
        await dialog.getByRole('radio', { name: t('matches:rule.reportOf', { name: cup.home.name }) }).check()
        await dialog.getByRole('textbox').fill('ภาพหน้าจอชัดเจน')
        await action(dialog).click()
        await expect(dialog).toHaveCount(0)
        await expect(card(one).getByText(t('matches:title.won', { opponent: cup.away.name }))).toBeVisible()
        await expect(card(two).getByText(t('matches:title.lost', { opponent: cup.home.name }))).toBeVisible()
        await everybodyCanUse(one)
        const final = (await (await page.request.get(`/api/tournament/get/match/${cup.final}`)).json()) as Partial<
          Record<'home' | 'away', Side | null>
        >
        expect([final.home?.name, final.away?.name]).toContain(cup.home.name)
      },
    )
  })
}
