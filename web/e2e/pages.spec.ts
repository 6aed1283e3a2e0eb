import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { plain } from '../src/i18n/plain'
import { COMPOUNDS } from '../vite.thai'
import { violations } from './shop/axe'
import { enter, expect, productOf, SIZES, payButton, test } from './shop/test'
import { type Language, speaker } from './shop/texts'

/** The rules of every page, in both languages, at both sizes. */

test.describe.configure({ mode: 'parallel' })

interface Known {
  path: string
  title: Readonly<Record<Language, string>>
  /** Pages for everybody tell search engines of the other language. */
  open?: boolean
  status?: number
}

/** The server's table of pages. */
const table = JSON.parse(readFileSync('dist/pages.json', 'utf8')) as {
  pages: Array<{ path: string; titles: Record<string, Known['title']>; indexed: boolean; status: number }>
}

const said = (key: string, values?: Record<string, unknown>) => ({ th: speaker('th').t(key, values), en: speaker('en').t(key, values) })

/** Pages that lead on at once when nothing comes with them, or are nothing without it. */
const NOT_ALONE = ['/login', '/callback', '/callback/result', '/search', '/promtpay', '/purchase/result']

/** One of the demo's tournaments. */
const cup = (th: string, en: string, title = 'title') => ({
  th: speaker('th').t(`tournaments:one.${title}`, { name: th }),
  en: speaker('en').t(`tournaments:one.${title}`, { name: en }),
})

/** A page of the manual. */
const manual = (th: string, en: string) => ({
  th: speaker('th').t('manual:pageTitle', { name: th }),
  en: speaker('en').t('manual:pageTitle', { name: en }),
})

/** The first of them, by its tabs. */
const CUP = { '': 'title', '/entrants': 'tabTitle', '/bracket': 'bracketTitle', '/matches': 'matchesTitle', '/rules': 'tabTitle' }

/** An article of the demo, by its folder and the name of its file. */
function article(path: string, folder: string, name: string): Known {
  const title = (language: Language) =>
    said('articles:one.title', {
      name: /^title = "(.*)"$/m.exec(readFileSync(`../content/demo/${folder}/${name}.${language}.md`, 'utf8'))?.[1],
    })[language]
  return { path: `${path}/$id`, title: { th: title('th'), en: title('en') }, open: true }
}

/** Values of parameters and of the query are not in the table. */
const EXAMPLES: Known[] = [
  { path: '/games?kind=VOUCHER', title: said('games:title') },
  { path: '/games/free-fire', title: said('games:game.title', { name: 'Free Fire' }), open: true },
  { path: '/games/mobile-legends', title: said('games:game.title', { name: 'Mobile Legends: Bang Bang' }), open: true },
  { path: '/games/steam-wallet', title: said('games:game.cardTitle', { name: 'Steam Wallet' }), open: true },
  { path: '/search?q=free', title: said('games:searchTitle') },
  { path: '/search?q=nothing+like+it', title: said('games:searchTitle') },
  { path: '/payment/process?order=MN-0000-0000', title: said('orders:process.title') },
  { path: '/promtpay?number=MN-0000-0000', title: said('orders:promptpay.title') },
  { path: '/purchase/result?number=MN-0000-0000', title: said('orders:result.title') },
  { path: '/esport/tournament?phase=register', title: said('tournaments:title') },
  ...Object.entries(CUP).map(([tab, title]) => ({
    path: `/esport/tournament/7001${tab}`,
    title: cup('RoV ราชภัฏคัพ', 'RoV Rajabhat Cup', title),
    open: true,
  })),
  {
    path: '/esport/tournament/7001/draw',
    title: {
      th: speaker('th').t('drawShow:title', { name: 'RoV ราชภัฏคัพ' }),
      en: speaker('en').t('drawShow:title', { name: 'RoV Rajabhat Cup' }),
    },
    open: true,
  },
  // Boards, tables, and winners.
  {
    path: '/esport/tournament/7015/bracket',
    title: cup('Free Fire ลีกชุมชน', 'Free Fire Community League', 'bracketTitle'),
    open: true,
  },
  {
    path: '/esport/tournament/7016/bracket',
    title: cup('FC Mobile ลีกเดี่ยวสุดสัปดาห์', 'FC Mobile Weekend Solo League', 'bracketTitle'),
    open: true,
  },
  { path: '/esport/tournament/7020', title: cup('PUBG Mobile ซัมเมอร์สแมช', 'PUBG Mobile Summer Smash'), open: true },
  { path: '/esport/tournament/7001/register', title: said('registration:title') },
  { path: '/esport/tournament/7001/manage', title: said('desk:title') },
  ...(['tv', 'embed', 'overlay'] as const).map((page) => ({ path: `/esport/tournament/7001/${page}`, title: said(`show:${page}.title`) })),
  { path: '/game-review?game=rov', title: said('articles:list.GAME_REVIEW.title') },
  { path: '/game-guide?page=2', title: said('articles:list.GAME_GUIDE.title'), open: true },
  article('/game-review', 'game-review', 'rov'),
  article('/game-guide', 'game-guide', 'rov-roaming'),
  article('/game-update', 'game-update', 'monthly-passes'),
  article('/promotions', 'promotions', 'lime10'),
  article('/hot-promotions', 'hot-promotions', 'genshin-flash-149'),
  article('/hot-promotions', 'hot-promotions', 'rush12-over'),
  { path: '/esport/teams?q=lime', title: said('teams:list.title') },
  { path: '/esport/team/3001', title: said('teams:team.title', { name: 'Bangkok Limes' }), open: true },
  { path: '/esport/player/102002', title: said('teams:player.title', { name: 'ploy.th' }) },
  { path: '/manual/match-appointment', title: manual('นัดเวลาแข่งกับอีกฝ่าย', 'Agree on a match time'), open: true },
  {
    path: '/manual/tournament-system/prize-guide',
    title: manual('รางวัล: ใครจ่าย เมื่อไร และถ้าไม่ได้', 'Prizes: who pays, when, and if they do not'),
    open: true,
  },
  { path: '/account/threads/4711', title: said('support:title') },
  { path: '/console/threads/4711', title: said('console:titles.thread') },
  { path: '/console/orders/MN-0000-0000', title: said('console:titles.order') },
  { path: '/contact?topic=content&from=/terms', title: said('pages:contact.title') },
  { path: '/nothing-here', title: { th: '404 ไม่พบหน้านี้ | Manao', en: '404 Not Found | Manao' }, status: 404 },
]

const PAGES: Known[] = [
  ...table.pages
    .filter(({ path }) => !path.includes('$') && !NOT_ALONE.includes(path))
    .map(({ path, titles, indexed, status }) => ({ path, title: titles[''] as Known['title'], open: indexed, status })),
  ...EXAMPLES,
]

/** Its matches are drawn anew for each shop: `match-room.spec.ts` looks at it, in both languages and sizes. */
const ELSEWHERE = ['/esport/match/$id']

test('every page whose address has a parameter is looked at', () => {
  const looked = (path: string) => EXAMPLES.some((known) => new RegExp(`^${path.replace(/\$\w+/g, '[^/?]+')}$`).test(known.path))
  expect(table.pages.filter(({ path }) => path.includes('$') && !ELSEWHERE.includes(path) && !looked(path))).toEqual([])
})

/** Finds the words that are broken over two lines, with their surroundings. Runs in the browser. */
function divided(words: readonly string[]): string[] {
  const found: string[] = []
  const parts = [...words].sort((one, other) => other.length - one.length).map((word) => [...word].join('\u2060?'))
  const any = new RegExp(parts.join('|'), 'g')
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const text = node.nodeValue ?? ''
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('script, style, option, textarea')) continue
    for (const { 0: word, index } of text.matchAll(any)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
      if (lines.size > 1) found.push(text.slice(Math.max(0, index - 12), index + word.length + 12))
    }
  }
  return found
}

/** No page is left without these. */
async function holds(page: Page, language: Language, title: string): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page).toHaveTitle(plain(title))
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, 'nothing stands beyond the right edge').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  expect(await page.evaluate(divided, COMPOUNDS), 'lines break between words').toEqual([])
  const found = (await violations(page)).map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  expect(found, 'everybody can use it').toEqual([])
}

/** The head as it stands in the answer, before any script has run. */
async function served(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const head = html.slice(0, html.indexOf('</head>'))
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  const links = (head.match(/<link[^>]*>/g) ?? []).map((tag) => ({
    rel: attribute(tag, 'rel'),
    hreflang: attribute(tag, 'hreflang'),
    href: attribute(tag, 'href'),
  }))
  return {
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1],
    language: attribute(/<html[^>]*>/.exec(html)?.[0] ?? '', 'lang'),
    description: attribute(/<meta[^>]*name="description"[^>]*>/.exec(head)?.[0] ?? '', 'content'),
    picture: attribute(/<meta[^>]*property="og:image"[^>]*>/.exec(head)?.[0] ?? '', 'content'),
    alternates: Object.fromEntries(
      links.filter(({ rel, hreflang }) => rel === 'alternate' && hreflang).map(({ hreflang, href }) => [hreflang, href]),
    ),
  }
}

/** The head that was served says what the page then shows, and where its other language is. */
async function toldToSearchEngines(page: Page, address: string, path: string, language: Language, baseURL: string): Promise<void> {
  const found = await served(page, address)
  expect(found.title).toBe(await page.title())
  expect(found.language).toBe(language)
  expect(found.description, path).toBeTruthy()
  const picture = await page.request.get(new URL(found.picture ?? '').pathname)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  const bare = path.split('?')[0] ?? '/'
  const both = { th: baseURL + bare, en: baseURL + speaker('en').at(bare), 'x-default': baseURL + bare }
  expect(found.alternates).toEqual(both)
  const links = await page
    .locator('link[rel=alternate][hreflang]')
    .evaluateAll((all) => all.map((link) => [(link as HTMLLinkElement).hreflang, (link as HTMLLinkElement).href]))
  expect(Object.fromEntries(links)).toEqual(both)
}

/** Articles are numbered as they are loaded: the list of their kind knows the number. */
async function addressOf(page: Page, { path, title }: Known, language: Language): Promise<string> {
  if (!path.endsWith('/$id')) return path
  const list = path.replace('/$id', '')
  await page.goto(speaker(language).at(list))
  const links = await page
    .locator(`main a[href*="${list}/"]`)
    .evaluateAll((all) => all.map((link) => [link.textContent, (link as HTMLAnchorElement).pathname]))
  const [, found] = links.find(([text]) => plain(title[language]).startsWith(plain(text ?? '?'))) ?? []
  expect(found, path).toBeTruthy()
  return `${list}/${found?.split('/').at(-1)}`
}

for (const language of ['th', 'en'] as const) {
  const { t, at } = speaker(language)
  for (const { size, use } of SIZES) {
    test.describe(`${language} ${size}`, () => {
      test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

      // One visit to all of them: what the browser has fetched for one, it need not fetch for the next.
      test.describe(() => {
        // The browser itself remarks on a page that answers with an error.
        const refused = PAGES.filter(({ status = 200 }) => status !== 200)
        const remarks = refused.map(({ path, status }) => `the server responded with a status of ${status}.*${path}`)
        // One pattern: Playwright takes a list of two for a value and its options.
        test.use({ noise: [new RegExp(remarks.join('|'))] })
        test('a visitor’s pages', async ({ page, baseURL }) => {
          test.slow()
          // One run tells of all pages.
          const faults: string[] = []
          for (const known of PAGES) {
            const { title, open, status = 200 } = known
            const look = async () => {
              const path = await addressOf(page, known, language)
              const answer = await page.goto(at(path))
              expect(answer?.status(), path).toBe(status)
              await holds(page, language, title[language])
              if (open && size === SIZES[0].size) await toldToSearchEngines(page, at(path), path, language, baseURL ?? '')
            }
            await test.step(known.path, look).catch((error: Error) => faults.push(`${known.path}: ${error.message}`))
          }
          expect(faults.join('\n\n')).toBe('')
        })
      })

      test('a member’s pages', async ({ page, outside }) => {
        const product = await productOf(page, 'free-fire', 'free-fire-68')
        await enter(page, at(`/payment/process?product=${product.id}&quantity=1&player=884210019`))
        const pay = payButton(page, { t }, '20.00')
        await expect(pay).toBeVisible()
        await holds(page, language, t('orders:process.title'))
        await pay.click()
        await expect(page.getByRole('main').getByRole('img')).toBeVisible()
        await holds(page, language, t('orders:promptpay.title'))
        await page.getByRole('button', { name: t('orders:waiting.cancel'), exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await holds(page, language, t('orders:promptpay.title'))
        await page.getByRole('button', { name: t('orders:waiting.cancelNo') }).click()
        await outside.pay(new URL(page.url()).searchParams.get('number') ?? '')
        await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()
        await holds(page, language, t('orders:result.title'))
        await page.goto(at('/account/purchased'))
        await expect(
          page
            .getByRole('main')
            .getByRole('listitem')
            .filter({ hasText: t('orders:status.completed') }),
        ).toBeVisible()
        await holds(page, language, t('orders:purchased.title'))
        await page.goto(at('/account/dashboard'))
        await expect(
          page
            .getByRole('main')
            .getByRole('listitem')
            .filter({ hasText: t('orders:status.completed') }),
        ).toBeVisible()
        await holds(page, language, t('account:dashboard.title'))
        await page.goto(at('/account/inbox'))
        await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Free Fire' })).toBeVisible()
        await holds(page, language, t('inbox:title'))
        await page.goto(at('/account/coupons'))
        await page.getByRole('textbox', { name: t('coupons:code') }).fill('lime10')
        await page.getByRole('button', { name: t('coupons:collect') }).click()
        await expect(page.getByText('LIME10')).toBeVisible()
        await holds(page, language, t('coupons:title'))
        await page.goto(at(`/games/free-fire?product=${product.id}&player=884210019`))
        await expect(page.getByText(t('games:game.playerFound'))).toBeVisible()
        await page.getByRole('button', { name: t('common:favorite.of', { name: 'Free Fire' }) }).click()
        await holds(page, language, t('games:game.title', { name: 'Free Fire' }))
        await page.getByRole('button', { name: t('games:game.addToCart') }).click()
        await expect(page.getByText(t('games:game.added'))).toBeVisible()
        await page.goto(at('/cart'))
        await expect(page.getByRole('button', { name: t('cart:checkout') })).toBeVisible()
        await holds(page, language, t('cart:title'))
        await page.goto(at('/account/favorites'))
        await expect(page.getByRole('main').getByRole('link', { name: 'Free Fire' })).toBeVisible()
        await holds(page, language, t('favorites:title'))
      })
    })
  }
}
