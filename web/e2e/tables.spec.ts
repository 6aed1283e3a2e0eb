import { type APIRequestContext, type Browser, type BrowserContextOptions, type Page, request as requests } from '@playwright/test'
import { as, openForm, signIn } from './shop/esports'
import { newName } from './shop/names'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, SIZES, test } from './shop/test'

/** Group stages and survivor events, from the first result to the last: what the promoter enters, others see without touching anything. */

test.describe.configure({ mode: 'parallel' })
// The browser itself remarks on an answer that refuses: a tie on the line is one.
test.use({ noise: [/the server responded with a status of 409/] })

interface Match {
  id: number
  group?: number
  extra?: boolean
  state: string
  version: number
  home: { contestantId: number }
  away: { contestantId: number }
}

interface Answer {
  version: number
  entrants: Array<{ contestantId: number; name: string; seed: number }>
  matches: Match[]
  groups: Array<{ group: number; entrants: number[] }>
  survivor: Array<{ heats: Array<{ matchId: number; entrants: number[] }> }>
}

type Call = Awaited<ReturnType<typeof as>>

interface Player {
  id: number
  call: Call
}

const SIX = 6
const players = new Map<string, Promise<Player[]>>()

/** Six people of a worker's shop, known by their papers, who sign in once for all tests. */
function six(shop: string): Promise<Player[]> {
  const found = players.get(shop) ?? signAllIn(shop)
  players.set(shop, found)
  return found
}

async function signAllIn(shop: string): Promise<Player[]> {
  // A test's own ends with it.
  const request = await requests.newContext({ baseURL: shop })
  const found: Player[] = []
  for (let at = 0; at < SIX; at++) found.push(await signIn(request, `player-${1821 + at}`))
  return found
}

/** A tournament of the six that is drawn and published. */
async function drawn(
  request: APIRequestContext,
  promoter: Call,
  gameId: number,
  entered: readonly Player[],
  stages: object[],
): Promise<{ id: number; name: { th: string; en: string } }> {
  const name = newName('ลีกทดสอบ', 'Test League')
  const { id } = (await promoter('create', { ...openForm(name, -60, gameId), stages })) as { id: number }
  for (const player of entered)
    await player.call('save-register-tournament', { tournamentId: id, players: [{ userId: player.id, gameId: '20394817', role: 'main' }] })
  const { version } = (await (await request.get(`/api/tournament/get/${id}`)).json()) as { version: number }
  await promoter(`close-registration/${id}`, { version })
  const draft = (await promoter(`/bracket/generate-bracket/${id}`, { method: 'seeded' })) as { draw: { version: number } }
  await promoter(`/bracket/submit-bracket/${id}`, { version: draft.draw.version })
  await promoter(`/bracket/send-bracket/${id}`)
  return { id, name }
}

const read = async (call: Call, id: number, stage = 1) => (await call('/bracket/get-bracket', { id, stage })) as Answer

/** The first-named wins where `wins` says so of the two; the others lose. */
async function decide(promoter: Call, match: Match, wins: (one: number, other: number) => boolean): Promise<void> {
  const home = wins(match.home.contestantId, match.away.contestantId)
  await promoter(`submit-match-score/${match.id}`, { games: [home ? { home: 1, away: 0 } : { home: 0, away: 1 }], version: match.version })
}

async function watching(browser: Browser, options: BrowserContextOptions, path: string): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
  await page.goto(path)
  return page
}

async function games(request: APIRequestContext): Promise<Array<{ id: number; slug: string; solo: boolean }>> {
  const answer = await request.get('/api/tournament/form/create/list/game')
  return ((await answer.json()) as { items: Array<{ id: number; slug: string; solo: boolean }> }).items
}

for (const [language, { size, use }] of [
  ['th', SIZES[0]],
  ['en', SIZES[1]],
] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    test('a group stage is closed with both ways out of a tie on its line, and its winners go on', async ({
      page,
      browser,
      request,
      baseURL,
      say,
      locale,
    }) => {
      test.slow()
      const { t, at } = say
      const promoter = await as(request, 'promoter')
      const entered = await six(baseURL ?? '')
      const gameId = (await games(request)).find(({ solo }) => solo)?.id ?? 0
      const { id } = await drawn(request, promoter, gameId, entered, [
        { format: 'round-robin', groups: 2, winnersPerGroup: 1, series: [1] },
        { format: 'bracket', elimination: 'single', series: [1] },
      ])
      const before = await read(promoter, id)
      const name = (contestant: number) => before.entrants.find(({ contestantId }) => contestantId === contestant)?.name ?? ''
      const [a, b] = before.groups
      if (!a || !b) throw new Error('there are two groups')
      // In each group everybody wins once: nothing decides.
      const circle = (group: readonly number[]) => (one: number, other: number) =>
        (group.indexOf(one) + 1) % group.length === group.indexOf(other)
      const open = before.matches.find(({ group }) => group === 1)
      if (!open) throw new Error('there is a match')
      for (const match of before.matches.filter((each) => each.id !== open.id))
        await decide(promoter, match, circle(match.group === 1 ? a.entrants : b.entrants))

      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      const path = `/esport/tournament/${id}/bracket`
      const visitor = await watching(browser, options, at(path))
      const seen = visitor.getByRole('main')
      await seen.getByRole('button', { name: t('boards:group.name', { name: 'A' }) }).click()
      const table = seen.getByRole('table', { name: t('boards:group.table', { name: 'A' }) })
      await expect(table.getByRole('rowheader')).toHaveCount(3)
      await expect(seen.getByText(t('boards:tie.row')).first()).toBeHidden()
      await everybodyCanUse(visitor)

      // The last result is entered at the match itself.
      await enter(page, at(path), 'promoter')
      const main = page.getByRole('main')
      const home = name(open.home.contestantId)
      const away = name(open.away.contestantId)
      await main.getByRole('button', { name: t('boards:group.name', { name: 'A' }) }).click()
      await main.getByRole('button', { name: new RegExp(`^${home} .* ${away}: `) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('brackets:sheet.score') })
        .click()
      const score = page.getByRole('dialog')
      const wins = circle(a.entrants)(open.home.contestantId, open.away.contestantId)
      await score.getByRole('textbox', { name: t('brackets:score_.of', { name: wins ? home : away, game: 1 }) }).fill('1')
      await score.getByRole('button', { name: t('brackets:score_.go', { name: wins ? home : away }) }).click()
      await expect(seen.getByText(t('boards:tie.row')).first()).toBeVisible()
      await everybodyCanUse(visitor)

      // One tie is played out …
      await main.getByRole('button', { name: t('competition:close.open') }).click()
      const close = page.getByRole('dialog')
      await expect(close.getByText(new RegExp(a.entrants.map(name).join('|')))).toBeVisible()
      await everybodyCanUse(page)
      await close.getByRole('radio', { name: new RegExp(`^${t('competition:close.match')}`) }).check({ force: true })
      await close.getByRole('button', { name: t('competition:close.matchGo') }).click()
      await expect(close).toBeHidden()
      const again = await read(promoter, id)
      const extra = again.matches.filter((match) => match.extra)
      expect(extra).toHaveLength(3)
      await expect(seen.getByRole('region', { name: t('boards:round.extra') })).toBeVisible()
      for (const match of extra) await decide(promoter, match, (one, other) => a.entrants.indexOf(one) < a.entrants.indexOf(other))
      await expect(table.getByRole('row', { name: new RegExp(name(a.entrants[0] ?? 0)) })).toContainText(
        t('boards:decided.tie_break_match'),
      )
      await main.getByRole('button', { name: t('competition:close.open') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('competition:close.go') })
        .click()
      await expect(seen.getByText(t('boards:group.closed'))).toBeVisible()

      // … of the other, lots are drawn.
      await main.getByRole('button', { name: 'B', exact: true }).click()
      await main.getByRole('button', { name: t('competition:close.open') }).click()
      const lots = page.getByRole('dialog')
      await lots.getByRole('radio', { name: new RegExp(`^${t('competition:close.lot')}`) }).check({ force: true })
      await lots.getByRole('button', { name: t('competition:close.lotGo') }).click()
      await expect(main.getByText(t('boards:lot.title'))).toBeVisible()
      await visitor.getByRole('button', { name: 'B', exact: true }).click()
      await expect(seen.getByText(t('boards:decided.lot')).first()).toBeVisible()

      // The winners go on, by name.
      await page.goto(at(`/esport/tournament/${id}/manage?section=competition`))
      await everybodyCanUse(page)
      await main.getByRole('button', { name: t('competition:stage.next') }).click()
      const next = page.getByRole('dialog')
      await expect(next.getByRole('listitem')).toHaveCount(2)
      await expect(next.getByText(name(a.entrants[0] ?? 0))).toBeVisible()
      await next.getByRole('button', { name: t('competition:stage.nextGo', { context: 'player', count: 2 }) }).click()
      await expect(next).toBeHidden()
      await expect(main.getByText(t('competition:stage.nextSent'))).toBeVisible()
      await visitor.context().close()
    })

    test('a survivor event goes from its first map to its champion, watched live', async ({
      page,
      browser,
      request,
      baseURL,
      say,
      locale,
    }) => {
      test.slow()
      const { t, at } = say
      const promoter = await as(request, 'promoter')
      const entered = await six(baseURL ?? '')
      const gameId = (await games(request)).find(({ slug }) => slug === 'free-fire')?.id ?? 0
      const { id } = await drawn(request, promoter, gameId, entered, [
        { format: 'survivor', groups: 1, maps: 4, pointTable: 'ff_12', series: [], rush: { kind: 'champion_rush', threshold: 20 } },
      ])
      const before = await read(promoter, id)
      const lobby = before.survivor[0]?.heats[0]?.entrants ?? []
      expect(lobby).toHaveLength(SIX)
      const names = lobby.map((contestant) => before.entrants.find(({ contestantId }) => contestantId === contestant)?.name ?? '')
      const [first = '', second = ''] = names

      const options = { ...use, ...(baseURL && { baseURL }), ...(locale && { locale }) }
      const path = `/esport/tournament/${id}/bracket`
      const visitor = await watching(browser, options, at(path))
      const seen = visitor.getByRole('main')
      await expect(seen.getByText(t('boards:board.none'))).toBeVisible()
      const rows = seen.getByRole('table').getByRole('rowheader')

      await enter(page, at(path), 'promoter')
      const main = page.getByRole('main')
      const dialog = page.getByRole('dialog')
      const field = (what: 'place' | 'kills', who: string) =>
        dialog.getByRole('textbox', { name: t('competition:entry.of', { what: t(`competition:entry.${what}`), name: who }) })
      const publish = (map: number) => dialog.getByRole('button', { name: t('competition:entry.publish', { map }) })

      // The first map by the keyboard, with a mistake that is said before it is sent.
      await main.getByRole('button', { name: t('competition:entry.open', { map: 1 }) }).click()
      await expect(field('place', first)).toBeFocused()
      for (const [at, who] of names.entries()) {
        await field('place', who).fill(String(at === 1 ? 1 : at + 1))
        if (at === 0) await field('kills', who).fill('5')
      }
      await publish(1).click()
      await expect(dialog.getByText(t('competition:entry.fault.taken', { names: second }))).toBeVisible()
      await everybodyCanUse(page)
      await field('place', second).fill('2')
      await publish(1).click()
      await expect(dialog).toBeHidden()
      await expect(rows.first()).toContainText(first)
      await everybodyCanUse(visitor)

      // The second from a spreadsheet: somebody else is first now.
      await main.getByRole('button', { name: t('competition:entry.open', { map: 2 }) }).click()
      const sheet = [...names.keys()].map((at) => `${names[at]}\t${at === 1 ? 1 : at === 0 ? 6 : at}\t${at === 1 ? 5 : 0}`).join('\n')
      await field('place', first).evaluate((input, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, sheet)
      await expect(field('kills', second)).toHaveValue('5')
      await publish(2).click()
      await expect(dialog).toBeHidden()
      await expect(rows.first()).toContainText(second)
      await expect(seen.getByText(t('boards:board.beyond', { context: 'player', count: 2, threshold: 20 }))).toBeVisible()

      // A correction says why; it is counted anew at once.
      await main.getByRole('button', { name: t('competition:entry.edit', { map: 2 }) }).click()
      await field('kills', second).fill('4')
      await dialog.getByRole('textbox', { name: t('competition:entry.reason') }).fill('นับคิลผิดหนึ่ง')
      await dialog.getByRole('button', { name: t('competition:entry.replace') }).click()
      await expect(dialog).toBeHidden()
      await expect(seen.getByText(t('boards:board.beyond', { context: 'player', count: 2, threshold: 20 }))).toBeVisible()

      // An entrant past the threshold that wins is champion.
      await main.getByRole('button', { name: t('competition:entry.open', { map: 3 }) }).click()
      for (const [at, who] of names.entries()) await field('place', who).fill(String(at + 1))
      await publish(3).click()
      await expect(dialog).toBeHidden()
      await expect(rows.first()).toContainText(first)
      await expect(rows.first()).toContainText(t('boards:board.champion'))
      await everybodyCanUse(visitor)

      // How a map's points came, and how it stood before.
      await seen.getByRole('button', { name: '1', exact: true }).click()
      await expect(seen.getByText(t('boards:board.looking', { map: 1 }))).toBeVisible()
      await seen.getByRole('button', { name: '3', exact: true }).click()

      // The end: closed, the winner announced, the ranking published.
      await page.goto(at(`/esport/tournament/${id}/manage?section=competition`))
      await main.getByRole('button', { name: t('competition:close.open') }).click()
      await dialog.getByRole('button', { name: t('competition:close.go') }).click()
      await expect(dialog).toBeHidden()
      await main.getByRole('button', { name: t('competition:winners.announce') }).click()
      await expect(main.getByRole('button', { name: t('competition:winners.pay') })).toBeVisible()
      await everybodyCanUse(page)
      await main.getByRole('button', { name: t('competition:finish.go') }).click()
      await dialog.getByRole('button', { name: t('competition:finish.go') }).click()
      await expect(main.getByText(t('competition:finish.finished'), { exact: true })).toBeVisible()

      await visitor.goto(at(`/esport/tournament/${id}`))
      const podium = seen.getByRole('region', { name: t('boards:podium.finished') })
      await expect(podium.getByRole('listitem').first()).toContainText(first)
      await everybodyCanUse(visitor)
      await visitor.context().close()
    })
  })
}
