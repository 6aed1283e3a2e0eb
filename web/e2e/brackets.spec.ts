import type { APIRequest, APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test'
import { as, openForm, signIn } from './shop/esports'
import { newName } from './shop/names'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, SIZES, test } from './shop/test'

/** A bracket from its draw to its champion: what the promoter does, others see without touching anything. */

test.describe.configure({ mode: 'parallel' })
// The browser itself remarks on an answer that refuses: a correction that others build on is one.
test.use({ noise: [/the server responded with a status of 409/] })

interface Match {
  id: number
  round: number
  label: string
  state: string
  version: number
  home: { contestantId?: number }
  away: { contestantId?: number }
}

interface Answer {
  draw: { version: number; arrangement: number[][] }
  entrants: Array<{ contestantId: number; name: string; rank?: number }>
  matches: Match[]
}

type Call = Awaited<ReturnType<typeof as>>

interface Player {
  id: number
  name: string
  call: Call
}

const EIGHT = 8
const players = new Map<string, Promise<Player[]>>()

/** Eight people of a worker's shop, who sign in once for all tests. */
function eight(requests: APIRequest, shop: string): Promise<Player[]> {
  const found = players.get(shop) ?? signAllIn(requests, shop)
  players.set(shop, found)
  return found
}

async function signAllIn(requests: APIRequest, shop: string): Promise<Player[]> {
  // A test's own would end with it.
  const request = await requests.newContext({ baseURL: shop })
  const found: Player[] = []
  for (let at = 0; at < EIGHT; at++) {
    // People with a known identity.
    const name = `player-${1811 + at}`
    found.push({ ...(await signIn(request, name)), name })
  }
  return found
}

/** A tournament of the eight, closed and not drawn yet. */
async function closed(request: APIRequestContext, promoter: Call, entered: readonly Player[]): Promise<number> {
  const answer = await request.get('/api/tournament/form/create/list/game')
  const { items } = (await answer.json()) as { items: Array<{ id: number; solo: boolean }> }
  const gameId = items.find(({ solo }) => solo)?.id ?? 0
  const name = newName('ถ้วยสาย', 'Bracket Cup')
  const { id } = (await promoter('create', openForm(name, -60, gameId))) as { id: number }
  for (const [at, player] of entered.entries()) {
    const players = [{ userId: player.id, gameId: `2039481${at}`, role: 'main' }]
    const entry = await player.call('save-register-tournament', { tournamentId: id, players })
    expect(entry).toMatchObject({ status: 'join' })
  }
  const { version } = (await (await request.get(`/api/tournament/get/${id}`)).json()) as { version: number }
  await promoter(`close-registration/${id}`, { version })
  return id
}

const read = async (call: Call, id: number) => (await call('/bracket/get-bracket', { id })) as Answer

async function publish(promoter: Call, id: number): Promise<Answer> {
  const draft = (await promoter(`/bracket/generate-bracket/${id}`, { method: 'random', seed: '7' })) as Answer
  await promoter(`/bracket/submit-bracket/${id}`, { version: draft.draw.version })
  return (await promoter(`/bracket/send-bracket/${id}`)) as Answer
}

/** Somebody else in a browser of their own, the line about cookies read long ago. */
async function other(browser: Browser, options: BrowserContextOptions, path: string, person?: string): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
  if (person) await enter(page, path, person)
  else await page.goto(path)
  return page
}

for (const [language, { size, use }] of [
  ['th', SIZES[0]],
  ['en', SIZES[1]],
] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })
    const wide = use.viewport.width > 600

    test('a draw is made, changed by keyboard, published, and drawn again by a visitor', async ({
      page,
      browser,
      playwright,
      request,
      baseURL,
      say,
      locale,
    }) => {
      test.slow()
      const { t, at } = say
      const promoter = await as(request, 'promoter')
      const id = await closed(request, promoter, await eight(playwright.request, baseURL ?? ''))
      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      const visitor = await other(browser, options, at(`/esport/tournament/${id}/bracket`))
      const seen = visitor.getByRole('main')
      await expect(seen.getByRole('heading', { name: t('tournaments:bracket.notYet') })).toBeVisible()
      await expect(seen.getByText(t('common:live.live'), { exact: true })).toBeVisible()

      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enter(page, at(`/esport/tournament/${id}/manage?section=draw`), 'promoter')
      const main = page.getByRole('main')
      const seed = main.getByRole('textbox', { name: t('draw:setup.seed') })
      await seed.fill('not a number')
      await expect(main.getByText(t('draw:setup.seedWrong'))).toBeVisible()
      await seed.fill('7')
      await everybodyCanUse(page)
      await main.getByRole('button', { name: t('draw:setup.go', { context: 'player', count: EIGHT }) }).click()
      const lines = main.getByRole('list', { name: t('draw:lines.label') })
      await expect(lines.locator('[data-line]')).toHaveCount(EIGHT)
      await expect(main.getByText('0000 0000').first()).toBeVisible()
      await everybodyCanUse(page)

      // The first changes places with the third, by keys alone.
      const order = () => lines.locator('[data-line]').evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset.line))
      const before = await order()
      await lines.locator('[data-choose]').first().focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(main.getByRole('button', { name: t('draw:bar.swap') })).toBeVisible()
      await everybodyCanUse(page)
      await page.keyboard.press('Enter')
      const swapped = [before[2], before[1], before[0], ...before.slice(3)]
      await expect.poll(order).toEqual(swapped)
      await main.getByRole('button', { name: t('draw:undo') }).click()
      await expect.poll(order).toEqual(before)
      await main.getByRole('button', { name: t('draw:redo') }).click()
      await expect.poll(order).toEqual(swapped)

      // Saved, seen as everybody will, and published; the visitor's page changes by itself.
      await main.getByRole('button', { name: t('draw:save') }).click()
      await expect(main.getByText(t('draw:state.submitted'))).toBeVisible()
      await everybodyCanUse(page)
      await main.getByRole('button', { name: t('draw:publishIt') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(t('draw:publish.told', { context: 'player', count: EIGHT }))).toBeVisible()
      await everybodyCanUse(page)
      await dialog.getByRole('button', { name: t('draw:publish.go', { context: 'player', count: EIGHT }) }).click()
      await expect(main.getByText(t('draw:published.text', { context: 'player' }))).toBeVisible()
      await expect(seen.locator('[data-match]').first()).toBeVisible()
      const { draw } = await read(promoter, id)
      expect(draw.arrangement.flat().map(String)).toEqual(swapped)
      await everybodyCanUse(visitor)

      // Anybody draws it again.
      await seen.getByRole('link', { name: t('brackets:view.draw') }).click()
      await expect(seen.getByRole('heading', { name: t('drawShow:equal') })).toBeVisible()
      await seen.getByRole('button', { name: t('drawShow:next') }).click()
      await expect(seen.getByText(/ mod 8 /)).toBeVisible()
      const position = seen.getByRole('slider', { name: t('drawShow:position') })
      await position.press('End')
      // Seven picks, the placing, the swap.
      await expect(seen.getByText('9/9')).toBeVisible()
      await everybodyCanUse(visitor)
      await visitor.context().close()
    })

    test('eight play to the end, watched live, and a correction takes back what builds on it', async ({
      page,
      browser,
      playwright,
      request,
      baseURL,
      say,
      locale,
    }) => {
      test.slow()
      const { t, at } = say
      const promoter = await as(request, 'promoter')
      const entered = await eight(playwright.request, baseURL ?? '')
      const id = await closed(request, promoter, entered)
      const drawn = await publish(promoter, id)
      const name = (contestant: number | undefined) => drawn.entrants.find(({ contestantId }) => contestantId === contestant)?.name ?? ''
      const [first] = drawn.matches
      if (!first) throw new Error('there is a match')
      const [home, away] = [name(first.home.contestantId), name(first.away.contestantId)]
      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      const path = at(`/esport/tournament/${id}/bracket`)

      // Somebody who plays watches: the page shows their way.
      const mine = entered[0]
      if (!mine) throw new Error('there is somebody')
      const visitor = await other(browser, options, path, mine.name)
      const seen = visitor.getByRole('main')
      await expect(seen.getByRole('button', { name: t('brackets:view.myWay') })).toHaveAttribute('aria-pressed', 'true')
      await expect(seen.getByRole('navigation', { name: t('brackets:view.myWay') })).toHaveCount(wide ? 0 : 1)
      await everybodyCanUse(visitor)
      const loaded = await visitor.evaluate(() => performance.timeOrigin)
      const turnTo = async (where: Page, round: string) => {
        if (!wide)
          await where
            .getByRole('main')
            .getByRole('tab', { name: new RegExp(`^${round}`) })
            .click()
      }
      const card = (where: Page, label: string) =>
        where
          .getByRole('main')
          .getByRole('button', { name: new RegExp(`^${t('brackets:match.label', { label })}[ ,]`) })
          .first()

      // The first is entered at its card: only what can be is offered.
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      await enter(page, path, 'promoter')
      await turnTo(page, t('brackets:round.quarter', { context: 'player' }))
      await turnTo(visitor, t('brackets:round.quarter', { context: 'player' }))
      await card(page, '1').click()
      const dialog = page.getByRole('dialog')
      await everybodyCanUse(page)
      await dialog.getByRole('button', { name: t('brackets:sheet.score') }).click()
      const game = (who: string, number: number) =>
        dialog.getByRole('textbox', { name: t('brackets:score_.of', { name: who, game: number }) })
      await game(home, 1).fill('13')
      await game(away, 1).fill('7')
      await dialog.getByRole('button', { name: t('brackets:score_.save') }).click()
      await expect(dialog.getByText(t('brackets:score_.open', { count: 2 }))).toBeVisible()
      await game(home, 2).fill('13')
      await expect(game(home, 3)).toHaveCount(0)
      await everybodyCanUse(page)
      await dialog.getByRole('button', { name: t('brackets:score_.go', { name: home }) }).click()
      await expect(dialog).toBeHidden()
      const said = (one: string, other: string) => new RegExp(`${one}.*${other}.*${t('brackets:outcome.played')}`)
      await expect(card(visitor, '1')).toHaveAccessibleName(said(`${home} 2`, `${away} 0`))

      // The others: the home side wins each, to the final.
      for (let left = drawn.matches.length; left > 0; left--) {
        const open = (await read(promoter, id)).matches.find(({ state }) => state === 'ready')
        if (!open) break
        const games = [
          { home: 1, away: 0 },
          { home: 1, away: 0 },
        ]
        await promoter(`submit-match-score/${open.id}`, { games, version: open.version })
      }
      const played = await read(promoter, id)
      expect(played.matches.every(({ state }) => state === 'decided')).toBe(true)
      const champion = played.entrants.find(({ rank }) => rank === 1)
      await turnTo(visitor, t('brackets:round.final'))
      await expect(card(visitor, '7')).toHaveAccessibleName(new RegExp(`${champion?.name} 2`))
      expect(await visitor.evaluate(() => performance.timeOrigin), 'never reloaded').toBe(loaded)
      await everybodyCanUse(visitor)

      // By the arrow keys along the tree to the final.
      if (wide) {
        await card(visitor, '1').focus()
        await visitor.keyboard.press('ArrowRight')
        await expect(card(visitor, '5')).toBeFocused()
        await visitor.keyboard.press('End')
        await expect(card(visitor, '7')).toBeFocused()
        await visitor.keyboard.press('Enter')
        await expect(visitor.getByRole('dialog')).toBeVisible()
        await visitor.keyboard.press('Escape')
      }

      // The first was wrong: what builds on it is listed, and falls with it.
      await turnTo(page, t('brackets:round.quarter', { context: 'player' }))
      await card(page, '1').click()
      await dialog.getByRole('button', { name: t('brackets:sheet.correct') }).click()
      await game(home, 1).fill('7')
      await game(away, 1).fill('13')
      await game(home, 2).fill('7')
      await game(away, 2).fill('13')
      const go = dialog.getByRole('button', { name: t('brackets:score_.go', { name: away }) })
      await go.click()
      await expect(dialog.getByText(t('brackets:reason.needed'))).toBeVisible()
      await dialog.getByRole('textbox', { name: t('brackets:reason.label') }).fill('สลับคะแนนกัน')
      await go.click()
      await expect(dialog.getByText(t('brackets:falls.text', { count: 2 }))).toBeVisible()
      await everybodyCanUse(page)
      await dialog.getByRole('button', { name: t('brackets:falls.go', { count: 2 }) }).click()
      await expect(dialog).toBeHidden()
      await turnTo(visitor, t('brackets:round.semi'))
      await expect(card(visitor, '5')).toHaveAccessibleName(new RegExp(`${away}.*${t('brackets:state.ready')}`))
      const after = await read(promoter, id)
      expect(after.matches.filter(({ state }) => state === 'decided')).toHaveLength(5)

      // And back in time it stands as it was.
      await seen.getByRole('button', { name: t('brackets:scrub.label') }).click()
      const slider = seen.getByRole('slider', { name: t('brackets:scrub.label') })
      await slider.press('Home')
      if (!wide) await turnTo(visitor, t('brackets:round.quarter', { context: 'player' }))
      await expect(card(visitor, '1')).toHaveAccessibleName(new RegExp(t('brackets:state.ready')))
      await everybodyCanUse(visitor)
      await visitor.context().close()
    })
  })
}
