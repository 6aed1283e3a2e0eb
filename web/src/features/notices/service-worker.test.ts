// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

interface Tab {
  url: string
  focus: () => Promise<void>
  navigate: (url: string) => Promise<void>
}

const ORIGIN = 'https://manao.example'
const shown = vi.fn()
const opened = vi.fn()
const preloads = vi.fn(async () => {})
const OFFLINE = { html: '<h1>offline</h1>', policy: "default-src 'none'" }
let tabs: Tab[] = []
let hears: Record<string, (event: object) => void> = {}

beforeEach(() => {
  tabs = []
  hears = {}
  vi.clearAllMocks()
  const worker = {
    addEventListener: (name: string, listener: (event: object) => void) => (hears[name] = listener),
    location: { origin: ORIGIN },
    registration: { showNotification: shown, navigationPreload: { enable: preloads } },
    clients: { matchAll: async () => tabs, openWindow: opened, claim: async () => {} },
    skipWaiting: async () => {},
  }
  const script = readFileSync('public/service-worker.js', 'utf8').replace('OFFLINE = null', `OFFLINE = ${JSON.stringify(OFFLINE)}`)
  new Function('self', script)(worker)
})

afterEach(() => vi.unstubAllGlobals())

async function happens(name: string, event: object): Promise<void> {
  let done: Promise<unknown> | undefined
  hears[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) })
  await done
}

const tapped = (href: string) => happens('notificationclick', { notification: { close: vi.fn(), data: { href } } })
const tab = (path: string) => ({ url: ORIGIN + path, focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) })

test('a push is shown by its tag, and something is shown also of one that cannot be read', async () => {
  const payload = { title: 'ถึงตาคุณ', body: 'เลือกเวลา', href: '/esport/match/7', tag: 'inbox-7' }
  await happens('push', { data: { json: () => payload } })
  const options = { body: 'เลือกเวลา', tag: 'inbox-7', icon: '/icons/icon-192.png', data: { href: '/esport/match/7' } }
  expect(shown).toHaveBeenLastCalledWith('ถึงตาคุณ', options)
  await happens('push', { data: null })
  expect(shown).toHaveBeenLastCalledWith('Manao', expect.objectContaining({ data: { href: '/account/inbox?stream=esports' } }))
})

test('a tap leads to the page: the tab that shows it, else one of tournaments or the inbox, else a new one', async () => {
  const [home, room] = [tab('/'), tab('/esport/match/7')]
  tabs = [home, room]
  await tapped('/esport/match/7')
  expect([room.focus, room.navigate, home.focus].map((done) => done.mock.calls.length)).toEqual([1, 0, 0])
  for (const path of ['/en/esport/tournament/3/bracket', '/account/inbox?stream=esports']) {
    const free = tab(path)
    tabs = [home, free]
    await tapped('/esport/match/8')
    expect(free.navigate).toHaveBeenLastCalledWith(`${ORIGIN}/esport/match/8`)
  }
  expect(opened).not.toHaveBeenCalled()
  tabs = []
  await tapped('/esport/match/7')
  expect(opened).toHaveBeenLastCalledWith(`${ORIGIN}/esport/match/7`)
  await tapped('https://elsewhere.example/x')
  expect(opened).toHaveBeenLastCalledWith(`${ORIGIN}/`)
})

test('no tab is led away from where somebody buys or writes, or where it cannot be led', async () => {
  const busy = [
    '/',
    '/cart',
    '/account/form-tournament',
    '/esport/tournament/3/register',
    '/en/esport/tournament/3/manage',
    '/esports',
  ].map(tab)
  tabs = busy
  await tapped('/esport/match/7')
  expect(busy.flatMap(({ focus, navigate }) => [...focus.mock.calls, ...navigate.mock.calls])).toEqual([])
  expect(opened).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/esport/match/7`)
  const stuck = tab('/esport/match/6')
  stuck.navigate.mockRejectedValue(new TypeError('not controlled'))
  tabs = [stuck]
  await tapped('/esport/match/7')
  expect(opened).toHaveBeenCalledTimes(2)
})

/** Asks for something as a browser does; undefined if the worker leaves it to the network. */
async function asks(request: { mode: string; method: string }, preloadResponse?: Promise<Response>): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined
  hears['fetch']?.({ request, preloadResponse, respondWith: (given: Promise<Response>) => (answer = given) })
  return answer
}

test('a page comes from the network, and without one the offline page stands in its place', async () => {
  const network = vi.fn(async () => new Response('page'))
  vi.stubGlobal('fetch', network)
  const page = { mode: 'navigate', method: 'GET' }
  for (const other of [
    { mode: 'cors', method: 'GET' },
    { mode: 'navigate', method: 'POST' },
  ])
    expect(await asks(other)).toBeUndefined()
  expect(await (await asks(page, Promise.resolve(new Response('begun early'))))?.text()).toBe('begun early')
  expect(network).not.toHaveBeenCalled()
  expect(await (await asks(page))?.text()).toBe('page')
  network.mockRejectedValue(new TypeError('offline'))
  for (const preload of [undefined, Promise.reject<Response>(new TypeError('offline'))]) {
    const offline = await asks(page, preload)
    expect([offline?.status, offline?.headers.get('content-security-policy'), await offline?.text()]).toEqual([
      503,
      OFFLINE.policy,
      OFFLINE.html,
    ])
  }
})

test('it begins at once, and tells the browser which requests are none of its own', async () => {
  const addRoutes = vi.fn(async () => {
    throw new TypeError('not known here')
  })
  await happens('install', { addRoutes })
  expect(addRoutes).toHaveBeenCalledWith([{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }])
  await happens('install', {})
  await happens('activate', {})
  expect(preloads).toHaveBeenCalled()
})
