// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Me, NoticeSettings } from '@/api/generated'
import { useSession } from '@/api/session'
import { mark } from './mark'
import { isOn, leave, repeat, turnOff, turnOn } from './push'

const KEY = 'AQID'
const world = vi.hoisted(() => ({ settings: {} as NoticeSettings, calls: [] as unknown[] }))

vi.mock('@/api/generated', async (original) => {
  const answers = (name: string) => async (asked?: { body: object }) => {
    world.calls.push([name, asked?.body])
    return { data: world.settings, response: new Response() }
  }
  return {
    ...(await original<object>()),
    inboxNoticeSettings: answers('settings'),
    inboxSubscribeToPush: answers('subscribe'),
    inboxForgetPush: answers('forget'),
  }
})

const unsubscribe = vi.fn(async () => true)
let subscription: object | null = null
const subscribe = vi.fn(async ({ applicationServerKey }: { applicationServerKey: string }) => {
  const bytes = Uint8Array.from(atob(applicationServerKey), (letter) => letter.codePointAt(0) ?? 0)
  subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: bytes.buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      subscription = null
      return unsubscribe()
    },
  }
  return subscription
})
const SUBSCRIBED = ['subscribe', { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]

const signIn = (id: number, session: string) =>
  useSession.setState({ status: 'member', me: { id } as Me, token: `h.${btoa(JSON.stringify({ sub: String(id), sid: session }))}.s` })
const asked = vi.fn(async () => 'granted')

beforeEach(() => {
  localStorage.clear()
  subscription = null
  world.calls = []
  world.settings = { push: true, mail: 'off', publicKey: KEY, subscriptions: [{ id: 1, current: true, createdAt: '' }] }
  vi.clearAllMocks()
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } }
  const serviceWorker = { register: async () => registration, getRegistration: async () => registration, ready: registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: asked })
  signIn(1, 'first')
})

test('pushes are turned on for who lets them, and off in the browser too', async () => {
  asked.mockResolvedValueOnce('denied')
  expect(await turnOn(1, KEY)).toBe('denied')
  expect(subscribe).not.toHaveBeenCalled()
  await turnOn(1, KEY)
  expect(world.calls).toEqual([SUBSCRIBED])
  expect([isOn(1), isOn(2)]).toEqual([true, false])
  await turnOff()
  expect(world.calls.at(-1)).toEqual(['forget', { endpoint: 'https://push.example/1' }])
  expect([unsubscribe.mock.calls.length, isOn(1)]).toEqual([1, false])
})

test('a new session is told once, and asks nobody', async () => {
  await turnOn(1, KEY)
  asked.mockClear()
  world.calls = []
  await repeat(1)
  expect(world.calls, 'the same session, the same day').toEqual([])
  await leave()
  signIn(1, 'second')
  world.settings = { ...world.settings, subscriptions: [] }
  await repeat(1)
  await repeat(1)
  expect(world.calls).toEqual([['settings', undefined], SUBSCRIBED])
  expect(asked).not.toHaveBeenCalled()
  await repeat(2)
  expect(world.calls, 'of somebody else it is not').toHaveLength(2)
})

test('another key of the server makes another subscription', async () => {
  await turnOn(1, KEY)
  signIn(1, 'second')
  world.settings = { ...world.settings, publicKey: 'BAUG' }
  await repeat(1)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenLastCalledWith({ userVisibleOnly: true, applicationServerKey: 'BAUG' })
})

test('what was forgotten from elsewhere is not on again the next day', async () => {
  await turnOn(1, KEY)
  localStorage.setItem('manao.push', JSON.stringify({ ...mark(), day: 'yesterday' }))
  world.settings = { ...world.settings, subscriptions: [] }
  await repeat(1)
  expect([isOn(1), subscription]).toEqual([false, null])
})
