import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Client, type Listener } from './client'
import type { HomeCallbacks } from './home'
import type { FromTab, LiveEvent, ToTab } from './protocol'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function page() {
  const posted: FromTab[] = []
  const homes: HomeCallbacks[] = []
  let there = false
  const client = new Client((callbacks) => {
    homes.push(callbacks)
    return { post: (message) => there && posted.push(message) > 0 }
  })
  const engine = (message: ToTab) => homes[0]?.received(message)
  const opened = () => {
    there = true
    homes[0]?.opened()
  }
  return { client, posted, homes, engine, opened }
}

function listener() {
  const events: LiveEvent[] = []
  let reloads = 0
  const it: Listener = { event: (event) => events.push(event), reload: () => reloads++ }
  return { it, offsets: () => events.map((event) => event.offset), reloads: () => reloads }
}

const event = (offset: number, epoch = 'e', topic = 'order:1'): ToTab => ({
  type: 'event',
  topic,
  epoch,
  offset,
  event: 'order.changed',
  data: { version: offset },
  at: '2026-01-01T00:00:00.000Z',
})

describe('listening', () => {
  it('opens the engine with the first listener, and joins when it is there', () => {
    const { client, posted, homes, opened } = page()
    client.listen('order:1', 'g1', listener().it)
    client.listen('public:news', undefined, listener().it)
    expect(homes).toHaveLength(1)
    posted.length = 0
    opened()
    expect(posted).toEqual([
      { type: 'join', topic: 'order:1', anew: true, grant: 'g1' },
      { type: 'join', topic: 'public:news', anew: true },
    ])
  })

  it('joins everything again at the next engine, with the newest grants', () => {
    const { client, posted, opened } = page()
    client.listen('order:1', 'g1', listener().it)
    opened()
    client.renewGrant('order:1', 'g2')
    client.renewGrant('order:1', 'g2')
    expect(posted.slice(1)).toEqual([{ type: 'join', topic: 'order:1', anew: false, grant: 'g2' }])
    posted.length = 0
    opened()
    expect(posted).toEqual([{ type: 'join', topic: 'order:1', anew: true, grant: 'g2' }])
  })

  it('leaves a topic a second after its last listener, unless one comes back', () => {
    const { client, posted, opened } = page()
    const stop = client.listen('order:1', 'g', listener().it)
    opened()
    posted.length = 0
    stop()
    const again = client.listen('order:1', 'g', listener().it)
    vi.advanceTimersByTime(5_000)
    expect(posted.map((message) => message.type)).toEqual(['join'])
    again()
    vi.advanceTimersByTime(900)
    expect(posted).toHaveLength(1)
    vi.advanceTimersByTime(200)
    expect(posted.at(-1)).toEqual({ type: 'leave', topic: 'order:1' })
  })

  it('gives each listener every event once, also those that come later', () => {
    const { client, engine } = page()
    const [a, b, other] = [listener(), listener(), listener()]
    client.listen('order:1', 'g', a.it)
    client.listen('order:2', 'g', other.it)
    engine(event(3))
    client.listen('order:1', 'g', b.it)
    engine(event(3))
    engine(event(4))
    expect([a.offsets(), b.offsets(), other.offsets()]).toEqual([[3, 4], [3, 4], []])
    engine(event(1, 'another epoch'))
    expect(a.offsets()).toEqual([3, 4, 1])
    engine({ type: 'reload', topic: 'order:1' })
    expect([a.reloads(), b.reloads(), other.reloads()]).toEqual([1, 1, 0])
  })

  it("does not let one listener's mistake cost the others their event", () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { client, engine } = page()
    const good = listener()
    const mistake = new Error('mine')
    client.listen('order:1', 'g', {
      event: () => {
        throw mistake
      },
      reload: () => {},
    })
    client.listen('order:1', 'g', good.it)
    engine(event(1))
    expect(good.offsets()).toEqual([1])
    expect(reported).toHaveBeenCalledExactlyOnceWith(mistake)
    vi.unstubAllGlobals()
  })

  it('keeps presence while somebody listens, and hands signals to who wants them', () => {
    const { client, engine } = page()
    const stop = client.listen('match:1', 'g', listener().it)
    engine({ type: 'presence', topic: 'match:1', users: ['7'] })
    expect(client.presence.getState()).toEqual({ 'match:1': ['7'] })
    const heard: string[] = []
    const quiet = client.onSignal('match:1', (name, user) => heard.push(`${name} ${user}`))
    engine({ type: 'signal', topic: 'match:1', name: 'typing', user: '7' })
    quiet()
    engine({ type: 'signal', topic: 'match:1', name: 'typing', user: '8' })
    expect(heard).toEqual(['typing 7'])
    stop()
    vi.advanceTimersByTime(2_000)
    expect(client.presence.getState()).toEqual({})
  })
})

describe('connection and clock', () => {
  it('shows the state, the wait and the server clock', () => {
    vi.setSystemTime(1_000_000)
    const { client, engine } = page()
    client.listen('order:1', 'g', listener().it)
    expect([client.now(), client.connection.getState()]).toEqual([1_000_000, { state: 'connecting' }])
    engine({ type: 'connection', state: 'connecting', retryAt: 1_004_000, clockOffset: -500 })
    expect([client.now(), client.connection.getState()]).toEqual([999_500, { state: 'connecting', retryInMs: 4_000 }])
    engine({ type: 'connection', state: 'live', clockOffset: 20 })
    expect([client.now(), client.connection.getState()]).toEqual([1_000_020, { state: 'live' }])
  })
})

describe('tokens', () => {
  const answers = async (source: (refused?: string) => Promise<string | undefined>) => {
    const { client, posted, engine, opened } = page()
    client.setTokenSource(source, () => {})
    client.listen('order:1', 'g', listener().it)
    opened()
    engine({ type: 'ask', ask: 3, refused: 'old' })
    await vi.advanceTimersByTimeAsync(0)
    return posted.filter((message) => message.type === 'token')
  }

  it('answers a token, a visitor, or that it cannot tell', async () => {
    expect(await answers(async (refused) => `not ${refused}`)).toEqual([{ type: 'token', ask: 3, token: 'not old' }])
    expect(await answers(async () => undefined)).toEqual([{ type: 'token', ask: 3 }])
    expect(await answers(() => Promise.reject(new Error('offline')))).toEqual([{ type: 'token', ask: 3, failed: true }])
  })

  it('starts over when a token source comes after the engine was told of a visitor', async () => {
    const { client, posted, engine, opened } = page()
    client.listen('order:1', 'g', listener().it)
    opened()
    posted.length = 0
    engine({ type: 'ask', ask: 1 })
    await vi.advanceTimersByTimeAsync(0)
    client.setTokenSource(
      async () => 't',
      () => {},
    )
    expect(posted).toEqual([{ type: 'token', ask: 1 }, { type: 'session' }])
  })

  it('tells the engine of a sign-in that came before it', () => {
    const { client, posted, opened } = page()
    client.sessionChanged()
    client.listen('user:7', undefined, listener().it)
    client.sessionChanged()
    opened()
    opened()
    expect(posted.map((message) => message.type)).toEqual(['session', 'join', 'join'])
    client.sessionChanged()
    expect(posted.at(-1)).toEqual({ type: 'session' })
  })

  it('tells the session when the right to be here was withdrawn', () => {
    const { client, engine } = page()
    const revoked = vi.fn()
    client.setTokenSource(async () => undefined, revoked)
    client.listen('order:1', 'g', listener().it)
    engine({ type: 'revoked' })
    expect(revoked).toHaveBeenCalledOnce()
  })
})
