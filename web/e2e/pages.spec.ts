import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enter, expect, productOf, SIZES, test } from './shop/test'
import { type Language, speaker } from './shop/texts'

/** What holds for every page, in both languages, on a desk and in a hand. */

test.describe.configure({ mode: 'parallel' })

interface Known {
  path: string
  /** The key of its title, and what stands in it. */
  title: string
  values?: Record<string, unknown>
  /** Pages for everybody tell search engines of the other language. */
  open?: boolean
  status?: number
}

const PAGES: Known[] = [
  { path: '/', title: 'home:title', open: true },
  { path: '/games', title: 'games:title', open: true },
  { path: '/games?kind=VOUCHER', title: 'games:title' },
  { path: '/games/free-fire', title: 'games:game.title', values: { name: 'Free Fire' }, open: true },
  { path: '/games/mobile-legends', title: 'games:game.title', values: { name: 'Mobile Legends: Bang Bang' }, open: true },
  { path: '/games/steam-wallet', title: 'games:game.cardTitle', values: { name: 'Steam Wallet' }, open: true },
  { path: '/search?q=free', title: 'games:searchTitle' },
  { path: '/search?q=nothing+like+it', title: 'games:searchTitle' },
  { path: '/terms', title: 'pages:terms.title', open: true },
  { path: '/contact', title: 'pages:contact.title', open: true },
  { path: '/services', title: 'pages:services.title', open: true },
  { path: '/cart', title: 'cart:title' },
  { path: '/auth/login', title: 'account:login.title' },
  { path: '/payment/process', title: 'orders:process.title' },
  { path: '/payment/process?order=MN-0000-0000', title: 'orders:byNumber.title' },
  { path: '/promtpay?number=MN-0000-0000', title: 'orders:promptpay.title' },
  { path: '/purchase/result?number=MN-0000-0000', title: 'orders:result.title' },
  { path: '/account/dashboard', title: 'account:dashboard.title' },
  { path: '/account/verify', title: 'mobile:verify.title' },
  { path: '/account/profile', title: 'profile:title' },
  { path: '/account/change-password', title: 'profile:password.title' },
  { path: '/account/purchased', title: 'orders:purchased.title' },
  { path: '/operator/repairs', title: 'operator:title' },
  { path: '/account/team', title: 'account:team.title' },
  { path: '/account/inbox', title: 'inbox:title' },
  { path: '/account/favorites', title: 'favorites:title' },
  { path: '/account/coupons', title: 'coupons:title' },
  { path: '/nothing-here', title: 'common:error.notFoundTitle', status: 404 },
  { path: '/error500', title: 'common:error.serverTitle', status: 500 },
]

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No page is left without these. */
async function holds(page: Page, language: Language, title: string): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page).toHaveTitle(title)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, 'nothing stands beyond the right edge').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze()
  const found = violations.map(({ id, help, nodes }) => ({
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
    alternates: Object.fromEntries(links.filter(({ rel }) => rel === 'alternate').map(({ hreflang, href }) => [hreflang, href])),
  }
}

for (const language of ['th', 'en'] as const) {
  const { t, at } = speaker(language)
  for (const { size, use } of SIZES) {
    test.describe(`${language} ${size}`, () => {
      test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

      for (const { path, title, values, open, status = 200 } of PAGES) {
        test.describe(() => {
          // The browser itself remarks on a page that answers with an error.
          if (status !== 200) test.use({ noise: [new RegExp(`the server responded with a status of ${status}.*${path}`)] })
          test(`${path}`, async ({ page, baseURL }) => {
            const answer = await page.goto(at(path))
            expect(answer?.status()).toBe(status)
            await holds(page, language, status === 200 ? t(title, values) : `${t(title, values)} | Manao`)
            if (!open || size !== SIZES[0].size) return
            const found = await served(page, at(path))
            expect(found.title).toBe(await page.title())
            expect(found.language).toBe(language)
            expect(found.description).toBeTruthy()
            const picture = await page.request.get(new URL(found.picture ?? '').pathname)
            expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
            const bare = path.split('?')[0] ?? '/'
            const both = { th: baseURL + bare, en: baseURL + speaker('en').at(bare), 'x-default': baseURL + bare }
            expect(found.alternates).toEqual(both)
            const links = await page
              .locator('link[rel=alternate][hreflang]')
              .evaluateAll((all) => all.map((link) => [(link as HTMLLinkElement).hreflang, (link as HTMLLinkElement).href]))
            expect(Object.fromEntries(links)).toEqual(both)
          })
        })
      }

      test('a member’s pages', async ({ page, outside }) => {
        const product = await productOf(page, 'free-fire', 'free-fire-68')
        await enter(page, at(`/payment/process?product=${product.id}&quantity=1&player=884210019`))
        const pay = page.getByRole('button', { name: t('orders:process.pay', { amount: '20.00' }) })
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
        await expect(page.getByText(t('games:game.isThisYou'))).toBeVisible()
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
