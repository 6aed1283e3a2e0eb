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

test('a tap leads to the page: the tab that shows it, else one that is open, else a new one', async () => {
  const [home, room] = [tab('/'), tab('/esport/match/7')]
  tabs = [home, room]
  await tapped('/esport/match/7')
  expect([room.focus, room.navigate, home.focus].map((done) => done.mock.calls.length)).toEqual([1, 0, 0])
  tabs = [home]
  await tapped('/esport/match/7')
  expect(home.navigate).toHaveBeenCalledWith(`${ORIGIN}/esport/match/7`)
  tabs = []
  await tapped('/esport/match/7')
  expect(opened).toHaveBeenLastCalledWith(`${ORIGIN}/esport/match/7`)
  await tapped('https://elsewhere.example/x')
  expect(opened).toHaveBeenLastCalledWith(`${ORIGIN}/`)
})
