import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { enter, expect, productOf, SIZES, test } from './shop/test'
import { speaker } from './shop/texts'

/** The server sends pages as they will look; the browser's script takes them over as they stand. */

test.describe.configure({ mode: 'parallel' })

const EXAMPLES = [
  '/games?kind=VOUCHER',
  '/games/free-fire',
  '/games/mobile-legends',
  '/games/steam-wallet',
  '/search?q=free',
  '/esport/tournament?phase=register',
  '/esport/tournament/7001',
  '/esport/tournament/7001/rules',
  '/esport/tournament/7001/entrants',
  '/esport/tournament/7016/bracket?group=1',
]
const { pages } = JSON.parse(readFileSync('dist/pages.json', 'utf8')) as { pages: Array<{ path: string; public: boolean; status: number }> }
const PAGES = [
  ...pages.filter((page) => page.public && page.status === 200 && !page.path.includes('$')).map(({ path }) => path),
  ...EXAMPLES,
]

/** On a busy machine the first visitor may be sent a frame; the page is made for the next. */
async function made(page: Page, path: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(path)).text()).toContain('data-rendered')
}

/** The page's scripts stay away until they are let go. */
async function held(page: Page): Promise<() => void> {
  let release = () => {}
  const gone = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gone
    await route.continue()
  })
  return release
}

/** The served content stays in the page when its scripts come; `same`: nothing in it belongs to the browser alone. */
async function takenOver(page: Page, path: string, acceptCookies: string, same: boolean): Promise<void> {
  await made(page, path)
  const release = await held(page)
  await page.goto(path, { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const before = await page.locator('main').innerHTML()
  await heading.evaluate((element) => element.setAttribute('data-served', ''))
  // A tap before the page listens takes effect once it does. Where a phone's page has an action of its own, nothing covers it.
  const accept = page.getByRole('button', { name: acceptCookies })
  const shown = (await page.locator('.action-bar').count()) === 0 || (page.viewportSize()?.width ?? 0) >= 960
  await expect(accept).toBeVisible({ visible: shown })
  if (shown) await accept.click()
  if (shown) await expect(accept).toBeVisible()
  release()
  await page.waitForFunction(() => window.early === undefined)
  await expect(accept).toBeHidden()
  await expect(heading, 'not made anew').toHaveAttribute('data-served')
  await heading.evaluate((element) => element.removeAttribute('data-served'))
  if (same) expect(await page.locator('main').innerHTML()).toBe(before)
}

for (const language of ['th', 'en'] as const) {
  const { t, at } = speaker(language)

  test.describe(`${language} without scripts`, () => {
    test.use({ language, javaScriptEnabled: false })

    test('the home page shows what is sold and what is played', async ({ page }) => {
      await made(page, at('/'))
      await page.goto(at('/'))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(t('home:hero2'))
      const main = page.getByRole('main')
      const flash = main.locator('section', { has: page.getByRole('heading', { name: t('home:flash') }) }).getByRole('listitem')
      await expect(flash.first()).toContainText('฿')
      await expect(main.getByRole('link', { name: 'Free Fire', exact: true }).first()).toHaveAttribute('href', at('/games/free-fire'))
      const tournaments = main.getByRole('region', { name: t('doorway:heading') })
      await expect(tournaments.getByRole('heading', { name: t('doorway:playing') })).toBeVisible()
      await expect(tournaments.getByText(t('scores:last')).first()).toBeVisible()
      await expect(tournaments.getByRole('link', { name: t('doorway:enter') }).first()).toHaveAttribute('href', /esport\/tournament\/\d+$/)
      await expect(page.getByRole('contentinfo')).toContainText(t('shell:footer.about'))
    })

    test('a game shows its packages and prices', async ({ page }) => {
      await made(page, at('/games/free-fire'))
      await page.goto(at('/games/free-fire'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free Fire')
      expect(await page.getByRole('radio').count()).toBeGreaterThan(3)
      await expect(page.getByRole('group', { name: t('games:game.step2') })).toContainText('฿')
    })

    test('a tournament shows who has entered', async ({ page }) => {
      const post = async <Item>(call: string, data: object) => {
        const answer = await page.request.post(`/api/tournament/${call}`, { data })
        return ((await answer.json()) as { items: Item[] }).items
      }
      const [cup] = await post<{ id: number }>('tournamentlist', { phase: 'competition', page: 1, perPage: 1 })
      const entered = await post<{ name: string }>('teamlist', { tournamentId: cup?.id, status: 'join', page: 1, perPage: 48 })
      expect(entered.length).toBeGreaterThan(1)
      const path = at(`/esport/tournament/${cup?.id}/entrants`)
      await made(page, path)
      await page.goto(path)
      for (const { name } of entered.slice(0, 2)) {
        await expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toBeVisible()
      }
    })

    test.describe(() => {
      // The browser itself remarks on a page that answers with an error.
      test.use({ noise: [/the server responded with a status of 404/] })
      test('what is not there says so', async ({ page }) => {
        await made(page, at('/nothing-here'))
        await page.goto(at('/nothing-here'))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.notFoundTitle'))
      })
    })
  })

  // Each size in one language: that nothing is made anew in the others is seen by pages.spec.ts, where the console would say so.
  const { size, use } = SIZES[language === 'th' ? 0 : 1]
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language })

    for (const path of PAGES) {
      test(`${path} is taken over as it stands`, async ({ page }) => {
        await takenOver(page, at(path), t('shell:cookie.accept'), path === '/terms')
      })
    }
  })

  test.describe(`${language} where nothing is`, () => {
    // The browser itself remarks on a page that answers with an error.
    test.use({ language, noise: [/the server responded with a status of 404/] })
    for (const path of ['/error404', '/nothing-here']) {
      test(`${path} is taken over as it stands`, async ({ page }) => {
        // Where else one may go comes after the page.
        await takenOver(page, at(path), t('shell:cookie.accept'), false)
        await expect(page.getByRole('main').getByRole('searchbox', { name: t('common:search.label') })).toBeVisible()
        await expect(page.getByRole('heading', { name: t('common:error.notFoundPopular') })).toBeVisible()
      })
    }
  })

  test.describe(`${language} before the page listens`, () => {
    test.use({ language })
    test.describe(() => {
      // A wide screen has the field above the page.
      test.use(SIZES[1].use)
      test('a search is typed and found', async ({ page }) => {
        await made(page, at('/games'))
        const release = await held(page)
        await page.goto(at('/games'), { waitUntil: 'commit' })
        const search = page.getByRole('main').getByRole('searchbox')
        await search.fill('valorant')
        release()
        await expect(page.getByRole('main').getByRole('status')).toHaveText(t('games:found', { count: 1 }))
        await expect(search).toHaveValue('valorant')
      })
    })

    test('who has scrolled stays where they are, and finds that place again', async ({ page }) => {
      const top = () => page.evaluate(() => scrollY)
      const taken = () => page.waitForFunction(() => window.early === undefined)
      await made(page, at('/games'))
      const release = await held(page)
      await page.goto(at('/games'), { waitUntil: 'commit' })
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await page.evaluate(() => scrollTo(0, 300))
      release()
      await taken()
      expect(await top()).toBe(300)
      await page.evaluate(() => scrollTo(0, 200))
      await page.reload()
      await taken()
      await expect.poll(top).toBe(200)
      // Another page begins at its top.
      await page.getByRole('main').getByRole('link', { name: 'Free Fire' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free Fire')
      await expect.poll(top).toBe(0)
    })

    test('a tap while it is being taken over is done once', async ({ page }) => {
      const product = await productOf(page, 'free-fire', 'free-fire-68')
      const path = at(`/games/free-fire?product=${product.id}`)
      await made(page, path)
      // The first moment at which React hears: nothing else runs in between.
      await page.addInitScript((more) => {
        let early: Window['early']
        Object.defineProperty(window, 'early', {
          configurable: true,
          get: () => early,
          set: (script: NonNullable<Window['early']>) => {
            const listening = () => {
              script.listening()
              queueMicrotask(() => document.querySelector<HTMLElement>(`[aria-label="${more}"]`)?.click())
            }
            early = { ...script, listening }
          },
        })
      }, t('games:game.moreOne'))
      await page.goto(path)
      const pieces = page.getByRole('complementary', { name: t('games:game.summary') }).locator('output')
      await expect(pieces).toHaveText('2')
      // The noted taps have been replayed by now.
      await page.waitForFunction(() => window.early === undefined)
      await expect(pieces).toHaveText('2')
    })
  })

  test.describe(`${language} in the bar`, () => {
    test.use({ language })
    const switchOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: t('common:language.switchTo') })
    /** The left edge of the language button once styles and fonts have loaded, and the widths of the bar's parts for the message of a failure. */
    async function measure(page: Page) {
      // A script that asks for a layout gets one without the style sheets that are still on their way; nobody sees that.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null),
      )
      // Layout asks for the fonts. `document.fonts.ready` may still be the promise of an earlier layout.
      await switchOf(page).boundingBox()
      await page.waitForFunction(() => document.readyState !== 'loading' && [...document.fonts].every(({ status }) => status !== 'loading'))
      const x = (await switchOf(page).boundingBox())?.x ?? 0
      const parts = await page
        .getByRole('banner')
        .evaluate((bar) =>
          Array.from(bar.firstElementChild?.children ?? [], (part) => `${part.textContent}: ${part.getBoundingClientRect().width}`).join(
            ', ',
          ),
        )
      return { x, parts }
    }
    /** The bar must not move between the page as the server sent it and the page that knows who is here. */
    async function nothingMoves(page: Page, path: string, known: Locator): Promise<void> {
      await made(page, path)
      const release = await held(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(switchOf(page)).toBeVisible()
      const before = await measure(page)
      release()
      await expect(known).toBeVisible()
      const after = await measure(page)
      expect(Math.abs(after.x - before.x), `before: ${before.parts}; after: ${after.parts}`).toBeLessThan(2)
    }

    for (const { size, use } of SIZES) {
      test.describe(size, () => {
        test.use(use)
        test('nothing moves for a visitor', async ({ page }) => {
          const login = page.getByRole('banner').getByRole('link', { name: t('common:session.login') })
          await nothingMoves(page, at('/terms'), login)
        })

        test('nothing moves for a member', async ({ page }) => {
          await enter(page, at('/terms'))
          const account = page.getByRole('banner').getByRole('link', { name: t('common:nav.account') })
          await expect(account).toBeVisible()
          await nothingMoves(page, at('/terms'), account)
        })
      })
    }
  })

  test.describe(`${language} at the next visit`, () => {
    test.use({ language })
    test('the word about cookies is not repeated', async ({ page }) => {
      await page.goto(at('/terms'))
      const accept = page.getByRole('button', { name: t('shell:cookie.accept') })
      await accept.click()
      await expect(accept).toBeHidden()
      await made(page, at('/terms'))
      await page.route('**/assets/*.js', () => {})
      await page.reload({ waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(accept, 'also before the script').toBeHidden()
    })

    test('what this browser keeps comes after the page', async ({ page }) => {
      await page.goto(at('/'))
      const game = { gameName: { th: 'เกม', en: 'Game' }, gameSlug: 'free-fire', hue: 20, motif: 'rings' }
      const player = { playerId: '884210019', server: '', playerName: 'Nong' }
      const again = [{ ...game, ...player, productId: 1, name: { th: 'เพชร', en: 'Gems' }, priceSatang: 2_000 }]
      await page.evaluate((items) => localStorage.setItem('manao.again', JSON.stringify({ state: { items }, version: 1 })), again)
      await page.reload()
      await expect(page.getByRole('heading', { name: t('home:again') })).toBeVisible()
    })
  })
}
