// Playwright reads what a fixture needs from its first parameter, which must be a pattern even when it is nothing.
// oxlint-disable no-empty-pattern
import {
  type APIRequestContext,
  type APIResponse,
  test as base,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import type { StaffRole } from '../../src/api/generated'
import { runSql } from './database'
import { type Difference, storeDifferences } from './differences'
import { Outside } from './outside'
import { type Language, speaker } from './texts'

interface Options {
  language: Language
  /** Console messages that this test allows. */
  noise: RegExp[]
}

interface Given {
  /** Texts and addresses of the test's language. */
  say: ReturnType<typeof speaker>
  outside: Outside
  /** The time of a match is now, as if one had waited for it. */
  hourComes: (matchId: number) => Promise<void>
  /** A counterparty lists a day otherwise than our books have it, as if the shop had compared both just now. */
  dayDiffers: (counterparty: string, day: string, items: readonly Difference[]) => Promise<void>
  /** Gives a person of whom the e-mail is verified roles of staff, before or after their first login; returns the person. */
  hire: (person: string, ...roles: StaffRole[]) => Promise<string>
  /** The page has said neither errors nor warnings when the test is over. */
  quiet: void
}

const shops = JSON.parse(process.env.E2E_SHOPS ?? '[]') as Array<{ url: string; sandbox: string; data: string }>

/** A test with its worker's own shop. */
export const test = base.extend<Options & Given>({
  language: ['th', { option: true }],
  noise: [[], { option: true }],
  baseURL: async ({}, give, info) => {
    await give(shops[info.parallelIndex]?.url)
  },
  locale: async ({ language }, give) => {
    await give(language === 'th' ? 'th-TH' : 'en-GB')
  },
  say: async ({ language }, give) => {
    await give(speaker(language))
  },
  outside: async ({}, give, info) => {
    const shop = shops[info.parallelIndex]
    if (!shop) throw new Error('no shop was opened for this worker')
    const outside = new Outside(shop.sandbox)
    await give(outside)
    await outside.mend()
  },
  hourComes: async ({}, give, info) => {
    const data = shops[info.parallelIndex]?.data ?? ''
    await give((matchId) =>
      runSql(data, `update esports.matches set scheduled_at = now(), ends_at = now() + (ends_at - scheduled_at) where id = ${matchId}`),
    )
  },
  dayDiffers: async ({}, give, info) => {
    const data = shops[info.parallelIndex]?.data ?? ''
    await give((counterparty, day, items) => storeDifferences(data, counterparty, day, items))
  },
  hire: async ({}, give, info) => {
    const data = shops[info.parallelIndex]?.data ?? ''
    await give(async (person, ...roles) => {
      const rows = roles.map((role) => `('${person}@manao.example', '${role}', now())`)
      await runSql(data, `insert into people.staff_roles (identifier, role, granted_at) values ${rows.join()} on conflict do nothing`)
      return person
    })
  },
  quiet: [
    async ({ context, noise }, give) => {
      const said: string[] = []
      const hear = (text: string) => {
        // Playwright's own word for `serviceWorkers: 'block'`.
        if (!/registration blocked by Playwright/.test(text) && !noise.some((known) => known.test(text))) said.push(text)
      }
      context.on('console', (message) => {
        // The sandbox's pages are not the shop's.
        if (['error', 'warning'].includes(message.type())) hear(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => hear(`thrown: ${error.error().stack ?? error.error().message}`))
      await give()
      expect(said, 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
})

let people = 0

/**
 * Somebody whom the login provider has not seen yet. Of a `load` person e-mail and number are verified, of a `new` one nothing is.
 * The number ends in 11, 13 … 95: always prepaid with money left (see `newNumber`), however many people came before.
 */
export function somebody(kind: 'load' | 'new' = 'load'): string {
  const [hundreds, ending] = [Math.floor(people / 43), 11 + 2 * (people % 43)]
  people += 1
  return `${kind}-${process.pid * 1_000 + hundreds * 100 + ending}`
}

/**
 * Lets a person of the login provider accept the terms, and go on with the first of their earlier profiles, on a device of which nothing
 * is left: whoever signs in as them afterwards may order.
 */
export async function accept(request: APIRequestContext, person: string): Promise<void> {
  const good = async (answer: APIResponse) => {
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { url } = (await good(await request.get(`/api/auth/login?${new URLSearchParams({ loginHint: person, prompt: 'none' })}`))) as {
    url: string
  }
  const back = new URL((await request.get(url, { maxRedirects: 0 })).headers()['location'] ?? '')
  const { code, state } = Object.fromEntries(back.searchParams)
  const { accessToken } = (await good(await request.post('/api/oauth/sessions', { data: { code, state } }))) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const found = (await good(await request.get('/api/account/check', { headers }))) as { skip: number; users: Array<{ user_id: number }> }
  if (found.skip === 0)
    await good(await request.post('/api/account/continue', { headers, data: { selectedUserId: found.users[0]?.user_id ?? 0 } }))
  await good(await request.post('/api/oauth/logout', { headers, data: {} }))
}

/** Signs somebody (new) in, who has accepted the terms, through the provider but without its page; the page stands at `path` then. */
export async function enter(page: Page, path = '/', person = somebody()): Promise<void> {
  await accept(page.request, person)
  const query = new URLSearchParams({ returnTo: path, loginHint: person, prompt: 'none' })
  const answer = await page.request.get(`/api/auth/login?${query}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(((await answer.json()) as { url: string }).url)
  await page.waitForURL((url) => url.pathname + url.search === path)
}

/** To be asked before somebody logs out: the page has been at the login provider, who has forgotten them too, and stands at home again. */
export async function backFromProvider(page: Page): Promise<void> {
  // On the way home within the app nothing is loaded.
  await page.waitForEvent('load')
}

/** A product of the demo catalogue as it is sold now, prices in satang. */
export async function productOf(
  page: Page,
  game: string,
  sku: string,
): Promise<{ id: number; priceSatang: number; remaining: number | null; flashSale: { priceSatang: number; remaining: number } | null }> {
  const query = `query ($game: String!) { game(id: $game) { products { id sku priceSatang remaining flashSale { priceSatang remaining } } } }`
  const answer = await page.request.post('/api/product', { data: { query, variables: { game } } })
  if (!answer.ok()) throw new Error(`${game} is not read: ${answer.status()} ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { game: { products: Array<Awaited<ReturnType<typeof productOf>> & { sku: string }> } } }
  const product = data.game.products.find((known) => known.sku === sku)
  if (!product) throw new Error(`${game} sells no ${sku}`)
  return product
}

/** Everything that this page asks of the purchase calls from now on. */
export function purchaseCalls(where: Page | BrowserContext): string[] {
  const calls: string[] = []
  where.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/purchase/')) calls.push(pathname)
  })
  return calls
}

/** Taps until the call that this makes is answered well: the shop refuses at first what comes too soon. */
export async function tapUntilGood(page: Page, button: Locator, call: string): Promise<void> {
  await expect(async () => {
    const [answer] = await Promise.all([page.waitForResponse(`**/api/${call}`), button.click()])
    expect(answer.ok()).toBe(true)
  }).toPass()
}

export const SIZES = [
  { size: 'at 1280 px', use: { viewport: { width: 1280, height: 800 } } },
  { size: 'at 360 px', use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
] as const

export { expect }

/** The checkout's button: what it comes to, and by which way. */
export function payButton(page: Page, { t }: Pick<ReturnType<typeof speaker>, 't'>, amount: string): Locator {
  const words = `${t('orders:process.pay')} ${t('orders:process.amount', { amount })} ${t('orders:process.by', { channel: '' })}`
  const said = words
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/ +/g, '\\s+')
  return page.getByRole('button', { name: new RegExp(`^${said}`) })
}
