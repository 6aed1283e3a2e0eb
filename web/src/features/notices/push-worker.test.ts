import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'

interface Tab {
  url: string
  focus: () => Promise<void>
  navigate: (url: string) => Promise<void>
}

const ORIGIN = 'https://manao.example'
const shown = vi.fn()
const opened = vi.fn()
let tabs: Tab[] = []
let hears: Record<string, (event: object) => void> = {}

beforeEach(() => {
  tabs = []
  hears = {}
  vi.clearAllMocks()
  const worker = {
    addEventListener: (name: string, listener: (event: object) => void) => (hears[name] = listener),
    location: { origin: ORIGIN },
    registration: { showNotification: shown },
    clients: { matchAll: async () => tabs, openWindow: opened },
  }
  new Function('self', readFileSync('public/push-worker.js', 'utf8'))(worker)
})

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
  const options = { body: 'เลือกเวลา', tag: 'inbox-7', icon: '/notice.png', data: { href: '/esport/match/7' } }
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
