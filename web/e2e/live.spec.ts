import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { Seen } from './live/page/page'
import { World } from './live/world'

/** The realtime client in Chromium against the real hub: one socket for all tabs, and the same promise without a SharedWorker. */

declare global {
  interface Window {
    seen: Seen
  }
}

test.describe.configure({ mode: 'serial', timeout: 180_000 })

let world: World
test.beforeAll(async () => {
  test.setTimeout(300_000)
  world = await World.create()
})
test.afterAll(() => world.close())

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const numbers = (page: Page, topic: string) =>
  expect.poll(() => page.evaluate((name) => window.seen.numbers[name] ?? [], topic), { timeout: 40_000 })
const reloads = (page: Page, topic: string) =>
  expect.poll(() => page.evaluate((name) => window.seen.reloads[name] ?? 0, topic), { timeout: 40_000 })
const state = (page: Page) => expect.poll(() => page.evaluate(() => window.seen.state), { timeout: 40_000 })

async function open(context: BrowserContext, topics: { topic: string; grant?: string }[], token?: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(world.address(topics, token))
  await state(page).toBe('live')
  return page
}

const HOMES = [
  { where: 'in a SharedWorker', sockets: 1, before: () => {} },
  { where: 'in the page', sockets: 2, before: () => Reflect.deleteProperty(window, 'SharedWorker') },
  {
    where: 'in the page after the worker failed to load',
    sockets: 2,
    before: () => {
      const Real = window.SharedWorker
      window.SharedWorker = class extends Real {
        constructor(_: string | URL, options?: string | WorkerOptions) {
          super('/gone.js', options)
        }
      }
    },
  },
]

for (const [at, { where, sockets, before }] of HOMES.entries()) {
  test(`engine ${where}: everything once and in order, through cuts and restarts`, async ({ context }) => {
    await context.addInitScript(before)
    const log = `public:news:${at}`
    const order = `order:${at}`
    const token = world.accessToken('7')
    await world.publish(order, 1)
    const a = await open(context, [{ topic: log }, { topic: order, grant: world.grant(order) }], token)
    const b = await open(context, [{ topic: log }, { topic: 'user:7' }], token)
    await numbers(a, order).toEqual([1])
    for (const page of [a, b]) await reloads(page, log).toBe(1)
    await reloads(b, 'user:7').toBe(1)
    await expect.poll(() => world.sockets).toBe(sockets)
    // It knows no better than half of its round trip.
    expect(Math.abs(await a.evaluate(() => window.seen.clockError()))).toBeLessThan(10_000)

    for (const n of upTo(100)) {
      await world.publish(log, n)
      if (n % 20 === 0) world.cut()
    }
    for (const page of [a, b]) await numbers(page, log).toEqual(upTo(100))
    await reloads(a, log).toBe(1)

    world.away = true
    world.cut()
    await expect(a.locator('output')).toHaveText(/^(connecting|back in \d+ s)$/)
    await world.publish(log, 101)
    await world.publish(order, 2)
    world.away = false
    await numbers(a, log).toEqual(upTo(101))
    await numbers(a, order).toEqual([1, 2])
    await expect(a.locator('output')).toHaveText('live')

    await b.close()
    await expect.poll(() => world.sockets).toBe(1)

    await world.endHub('SIGKILL')
    await world.startHub()
    await reloads(a, log).toBe(2)
    await world.endHub('SIGTERM')
    await world.startHub()
    await reloads(a, log).toBe(3)
    await world.publish(log, 102)
    await numbers(a, log).toEqual(upTo(102))
    await a.close()
    await expect.poll(() => world.sockets).toBe(0)
  })
}

test('an expired grant is asked for by reload, and the page is not live until it comes', async ({ context }) => {
  const page = await open(context, [{ topic: 'public:news' }])
  const show = (grant: string) =>
    page.evaluate((live) => window.seen.setTopics?.([{ topic: 'public:news' }, live]), { topic: 'match:1', grant })
  await show(world.grant('match:1', -5))
  await reloads(page, 'match:1').toBeGreaterThan(0)
  await state(page).toBe('connecting')
  await show(world.grant('match:1'))
  await state(page).toBe('live')
  // It is live while its topic is being joined, and what comes before that is read by REST.
  let last = 0
  await expect(async () => {
    await world.publish('match:1', ++last)
    expect(await page.evaluate(() => window.seen.numbers['match:1']?.length ?? 0)).toBeGreaterThan(0)
  }).toPass()
  await expect.poll(() => page.evaluate(() => window.seen.numbers['match:1']?.at(-1))).toBe(last)
})

test('signing in and out in one tab changes what the socket may hear', async ({ context }) => {
  const page = await open(context, [{ topic: 'user:8' }])
  await world.publish('user:8', 1)
  await page.evaluate((token) => window.seen.signIn(token), world.accessToken('8'))
  await state(page).toBe('live')
  await reloads(page, 'user:8').toBeGreaterThan(0)
  let last = 0
  await expect(async () => {
    last = Date.now()
    await world.publish('user:8', last)
    expect(await page.evaluate(() => window.seen.numbers['user:8']?.length ?? 0)).toBeGreaterThan(0)
  }).toPass()
  await expect.poll(() => page.evaluate(() => window.seen.numbers['user:8']?.at(-1))).toBe(last)
  const heard = await page.evaluate(() => window.seen.numbers['user:8']?.length ?? 0)
  const opened = world.upgrades
  await page.evaluate(() => window.seen.signIn())
  await expect.poll(() => world.upgrades).toBeGreaterThan(opened)
  await state(page).toBe('live')
  await world.publish('user:8', Date.now())
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => window.seen.numbers['user:8']?.length)).toBe(heard)
})

test('tabs outlive their worker, and the worker outlives a tab', async ({ context, browser }) => {
  const [a, b] = [await open(context, [{ topic: 'public:death' }]), await open(context, [{ topic: 'public:death' }])]
  for (const page of [a, b]) await reloads(page, 'public:death').toBe(1)
  const cdp = await browser.newBrowserCDPSession()
  const { targetInfos } = await cdp.send('Target.getTargets', { filter: [{}] })
  const worker = targetInfos.find(({ type, url }) => type === 'shared_worker' && a.url().startsWith(new URL(url).origin))
  await cdp.send('Target.closeTarget', { targetId: worker?.targetId ?? '' })
  for (const page of [a, b]) await reloads(page, 'public:death').toBe(2)
  await expect.poll(() => world.sockets).toBe(1)
  await b.goto('about:blank')
  await world.publish('public:death', 1)
  await numbers(a, 'public:death').toEqual([1])
  await b.goBack()
  await state(b).toBe('live')
  await reloads(b, 'public:death').toBeGreaterThan(0)
  await world.publish('public:death', 2)
  await expect.poll(() => b.evaluate(() => window.seen.numbers['public:death']?.at(-1))).toBe(2)
  await expect.poll(() => world.sockets).toBe(1)
})
