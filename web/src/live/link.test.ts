import { describe, expect, it } from 'vitest'
import { HEARTBEAT, tokenFor } from './testing/hub'
import { world } from './testing/world'

function connected(seed = 1) {
  const all = world(seed)
  const a = all.tab()
  a.join('public:news')
  all.clock.advance(1_000)
  return { ...all, a }
}

describe('the connection', () => {
  it('is made when somebody listens and ended when nobody does for long', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    clock.advance(60_000)
    expect(hub.connections).toHaveLength(0)
    a.join('public:news')
    clock.advance(1_000)
    expect(a.state.state).toBe('live')
    a.say({ type: 'leave', topic: 'public:news' })
    clock.advance(59_000)
    expect(hub.alive).toHaveLength(1)
    clock.advance(2_000)
    expect(hub.alive).toHaveLength(0)
  })

  it('knows the server clock', () => {
    const { clock, hub, tab } = world()
    hub.skew = -3_600_000
    const a = tab()
    a.join('public:news')
    clock.advance(1_000)
    expect(a.state.clockOffset).toBe(-3_600_000)

    // An answer that was long under way knows less than the one before.
    // Delays of the two frames that end a connection, of the next one's opening, of `hello` and of `welcome`.
    const ways = [20, 20, 20, 20, 4_000]
    hub.latency = () => ways.shift() ?? 20
    hub.current.close(1006)
    clock.advance(30_000)
    expect(hub.connections).toHaveLength(2)
    expect(a.state.clockOffset).toBe(-3_600_000)

    // The device's clock is set, and the next answer is not quick either.
    hub.skew = 60_000
    ways.push(20, 20, 20, 200, 200)
    hub.current.close(1006)
    clock.advance(30_000)
    expect(hub.connections).toHaveLength(3)
    expect(a.state.clockOffset).toBe(60_000)
  })

  it('answers pings and so stays', () => {
    const { clock, hub } = connected()
    clock.advance(10 * HEARTBEAT)
    expect(hub.connections).toHaveLength(1)
    expect(hub.alive).toHaveLength(1)
  })

  it('gives a silent hub up after six seconds', () => {
    const { clock, hub, a } = connected()
    hub.current.vanish()
    // It was heard less than a heartbeat ago.
    clock.advance(2_500)
    expect(hub.connections).toHaveLength(1)
    clock.advance(4_000)
    expect(hub.connections).toHaveLength(2)
    expect(a.state.state).toBe('live')
  })

  it('gives up an attempt that leads nowhere', () => {
    const { clock, hub, tab } = world()
    hub.loses = () => true
    const a = tab()
    a.join('public:news')
    clock.advance(16_000)
    expect(hub.connections.length).toBeGreaterThan(1)
  })

  it('backs off with full jitter to 30 s, and starts anew after ten good seconds', () => {
    const { clock, hub, a } = connected(7)
    const waits: number[] = []
    a.react = (message) => {
      if (message.type === 'connection' && message.retryAt !== undefined) waits.push(message.retryAt - clock.now)
    }
    clock.advance(10_000)
    hub.down = true
    hub.current.close(1006)
    clock.advance(600_000)
    expect(waits.length).toBeGreaterThan(20)
    waits.forEach((wait, n) => expect(wait).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** n)))
    expect(Math.max(...waits)).toBeGreaterThan(20_000)
    expect(Math.min(...waits.slice(8))).toBeLessThan(10_000)
    hub.down = false
    clock.advance(60_000)
    expect(a.state.state).toBe('live')
    waits.length = 0
    hub.current.close(1006)
    clock.advance(50)
    expect(waits[0]).toBeLessThanOrEqual(500)
  })

  it('does not start anew for connections that do not last', () => {
    const { clock, hub, a } = connected()
    let longest = 0
    a.react = (message) => {
      if (message.type === 'connection' && message.retryAt !== undefined) longest = Math.max(longest, message.retryAt - clock.now)
    }
    for (let i = 0; i < 12; i++) {
      hub.current.close(1006)
      clock.advance(200)
      while (a.state.state !== 'live') clock.advance(100)
    }
    expect(longest).toBeGreaterThan(4_000)
  })

  it('leaves a draining node when it was told to, and comes back at once', () => {
    const { clock, hub, a } = connected()
    hub.current.say({ type: 'goodbye', reason: 'draining', retryAfter: 4_000 })
    clock.advance(500)
    hub.publish('public:news', 'still here')
    clock.advance(500)
    expect(a.data('public:news')).toEqual(['still here'])
    hub.current.close(1001)
    clock.advance(2_500)
    expect(hub.connections).toHaveLength(1)
    a.say({ type: 'nudge' })
    expect(hub.connections).toHaveLength(1)
    clock.advance(1_000)
    expect(hub.connections).toHaveLength(2)
    expect(a.state.state).toBe('live')
  })

  it.each([4400, 4409, 4429])('comes back slowly after %i, whatever nudges it', (code) => {
    const { clock, hub, a } = connected()
    hub.current.close(code)
    for (let i = 0; i < 48; i++) {
      clock.advance(100)
      a.say({ type: 'nudge' })
    }
    expect(hub.connections).toHaveLength(1)
    clock.advance(10_000)
    expect(hub.connections).toHaveLength(2)
  })

  it('resumes at once after 4408', () => {
    const { clock, hub, a } = connected()
    hub.current.close(4408)
    hub.publish('public:news', 'missed')
    clock.advance(1_000)
    expect(a.data('public:news')).toEqual(['missed'])
  })

  it('stops after 4403 and says so, until somebody signs in', () => {
    const { clock, hub, a, tab } = connected()
    hub.current.close(4403)
    clock.advance(600_000)
    expect(a.of('revoked')).toHaveLength(1)
    expect(a.state.state).toBe('offline')
    expect(tab('b').of('revoked')).toHaveLength(1)
    a.say({ type: 'visible', visible: true })
    a.say({ type: 'network', online: true })
    a.join('public:stock:1')
    clock.advance(60_000)
    expect(hub.connections).toHaveLength(1)
    a.say({ type: 'session' })
    clock.advance(1_000)
    expect(a.state.state).toBe('live')
  })

  it('tries at once when the network or the person is back', () => {
    const { clock, hub, a } = connected()
    hub.down = true
    hub.current.close(1006)
    clock.advance(120_000)
    while (a.state.retryAt === undefined || a.state.retryAt - clock.now < 5_000) clock.advance(500)
    hub.down = false
    clock.advance(1_500)
    a.say({ type: 'visible', visible: true })
    clock.advance(100)
    expect(a.state.state).toBe('live')
  })

  it('shows when the network is away, and does not trust the old socket afterwards', () => {
    const { clock, hub, a } = connected()
    hub.current.vanish()
    hub.down = true
    a.say({ type: 'network', online: false })
    expect(a.state.state).toBe('offline')
    clock.advance(20_000)
    hub.down = false
    a.say({ type: 'network', online: true })
    clock.advance(1_100)
    expect(a.state.state).toBe('live')
  })

  it('looks at the socket when a page is back after long', () => {
    const { clock, hub, a } = connected()
    hub.current.vanish()
    clock.advance(HEARTBEAT + 11_000)
    a.say({ type: 'nudge' })
    clock.advance(100)
    expect(hub.alive).toHaveLength(1)
    expect(hub.connections).toHaveLength(2)
  })

  it('sleeps when all tabs are hidden for five minutes and catches up on return', () => {
    const { clock, hub, tab, a } = connected()
    const b = tab('b', false)
    a.say({ type: 'visible', visible: false })
    clock.advance(4 * 60_000)
    expect(hub.alive).toHaveLength(1)
    clock.advance(2 * 60_000)
    expect(hub.alive).toHaveLength(0)
    hub.publish('public:news', 'meanwhile')
    clock.advance(3_600_000)
    expect(hub.connections).toHaveLength(1)
    b.join('public:news')
    a.say({ type: 'visible', visible: true })
    clock.advance(1_000)
    expect(a.data('public:news')).toEqual(['meanwhile'])
    expect(a.reloads('public:news')).toBe(1)
  })

  it('stays within the frames that the hub takes', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    for (let i = 0; i < 200; i++) a.join(`public:stock:${i}`)
    clock.advance(500)
    expect(hub.current.heard.length).toBeLessThanOrEqual(120)
    clock.advance(10_000)
    expect(hub.current.joined.size).toBe(200)
  })
})

describe('who is signed in', () => {
  const life = 15 * 60_000

  it('says hello with the token and hears the personal topic without asking for it', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    a.token = () => tokenFor('7', clock.now + life)
    a.join('user:7')
    clock.advance(1_000)
    hub.publish('user:7', 1)
    clock.advance(1_000)
    expect(a.data('user:7')).toEqual([1])
    hub.current.close(1006)
    hub.publish('user:7', 2)
    clock.advance(2_000)
    expect(a.data('user:7')).toEqual([1, 2])
    expect(hub.current.heard.map((frame) => frame.type)).toEqual(['hello'])
    expect(hub.current.heard[0]).toMatchObject({ epoch: 'e1', offset: 1 })
  })

  it('keeps the place of the personal topic while nobody listens', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    a.token = () => tokenFor('7', clock.now + life)
    a.join('public:news')
    clock.advance(1_000)
    hub.publish('user:7', 1)
    clock.advance(100)
    hub.current.close(1006)
    hub.publish('user:7', 2)
    clock.advance(2_000)
    expect(a.data('user:7')).toEqual([])
    a.join('user:7')
    expect(a.reloads('user:7')).toBe(1)
    hub.publish('user:7', 3)
    clock.advance(100)
    expect(a.data('user:7')).toEqual([3])
  })

  it('renews the token on the open socket before it expires', () => {
    const { clock, hub, tab } = world()
    hub.skew = 600_000
    const a = tab()
    a.token = () => tokenFor('7', clock.now + hub.skew + life)
    a.join('public:news')
    clock.advance(4 * life)
    expect(hub.connections).toHaveLength(1)
    expect(hub.alive).toHaveLength(1)
    expect(hub.current.heard.filter((frame) => frame.type === 'refresh')).toHaveLength(4)
    const refused = a.of('ask').slice(1)
    expect(refused.every((ask) => ask.refused !== undefined)).toBe(true)
  })

  it('asks for a fresh token after 4401 and comes back with it', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    const old = tokenFor('7', clock.now + life)
    const fresh = tokenFor('7', clock.now + 2 * life)
    a.token = (refused) => (refused === old ? fresh : old)
    a.join('public:news')
    clock.advance(1_000)
    hub.current.close(4401)
    clock.advance(2_000)
    expect(hub.current.heard[0]).toMatchObject({ type: 'hello', token: fresh })
    expect(a.state.state).toBe('live')
  })

  it('becomes a visitor when the session ended', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    const token = tokenFor('7', clock.now + life)
    a.token = (refused) => (refused === token ? undefined : token)
    a.join('public:news')
    clock.advance(1_000)
    hub.current.close(4401)
    clock.advance(2_000)
    expect(hub.current.heard[0]).toEqual({ type: 'hello' })
    expect(a.state.state).toBe('live')
  })

  it('tries again when no token can be had now', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    a.token = () => 'failed'
    a.join('public:news')
    clock.advance(20_000)
    expect(hub.connections).toHaveLength(0)
    a.token = () => tokenFor('7', clock.now + life)
    clock.advance(30_000)
    expect(a.state.state).toBe('live')
  })

  it('asks the next tab when one does not answer or is gone', () => {
    const { clock, hub, tab } = world()
    const [a, b, c] = [tab('a'), tab('b'), tab('c')]
    a.token = () => 'silent'
    b.token = () => 'silent'
    c.token = () => tokenFor('7', clock.now + life)
    c.join('public:news')
    clock.advance(10_500)
    expect(b.of('ask')).toHaveLength(1)
    b.close()
    clock.advance(500)
    expect(hub.current.user).toBe('7')
    a.close()
  })

  it('takes a token from any tab, but believes the one that signed out', () => {
    const { clock, hub, tab } = world()
    const [a, b] = [tab('a'), tab('b')]
    b.token = () => tokenFor('7', clock.now + life)
    a.join('public:news')
    clock.advance(1_000)
    expect(hub.current.user).toBe('7')
    a.say({ type: 'session' })
    clock.advance(1_000)
    expect(hub.alive).toHaveLength(1)
    expect(hub.current.user).toBeUndefined()
    expect(a.state.state).toBe('live')
  })

  it('starts over when somebody signs in: private topics reload, public ones resume', () => {
    const { clock, hub, tab } = world()
    const a = tab()
    a.join('public:news')
    a.join('user:7')
    clock.advance(1_000)
    const before = [a.reloads('public:news'), a.reloads('user:7')]
    a.token = () => tokenFor('7', clock.now + life)
    a.say({ type: 'session' })
    hub.publish('public:news', 'between')
    clock.advance(1_000)
    hub.publish('user:7', 'mine')
    clock.advance(1_000)
    expect([a.reloads('public:news'), a.reloads('user:7')]).toEqual([before[0], (before[1] ?? 0) + 1])
    expect([a.data('public:news'), a.data('user:7')]).toEqual([['between'], ['mine']])
  })
})
