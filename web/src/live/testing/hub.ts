import type { Environment, Socket, SocketCallbacks } from '../environment'
import type { ClientFrame, Frame, ServerFrame, TopicEvent } from '../wire'
import type { SimulatedClock } from './clock'

/** The hub's rules in miniature, over a network that can be cut. It records everything sent and received. */

export const HEARTBEAT = 3_000
const GRACE = 30_000

/** As in the shop's table. */
const isState = (topic: string) => /^(order|badge|public:(phase|stock|bracket)):/.test(topic)

interface Topic {
  epoch: string
  events: { offset: number; event: string; data: unknown }[]
  last: number
}

export interface Connection {
  /** Frames that the client sent. */
  heard: ClientFrame[]
  user: string | undefined
  joined: Set<string>
  /** When the grants of joined topics expire. */
  ends: Map<string, number>
  alive: boolean
  say(frame: ServerFrame): void
  /** Ends the socket with a close frame. */
  close(code: number): void
  /** Lets the link die silently. */
  vanish(): void
}

export class ModelHub {
  readonly connections: Connection[] = []
  readonly topics = new Map<string, Topic>()
  /** New sockets fail. */
  down = false
  /** Milliseconds one way. */
  latency = () => 20
  /** Server clock minus device clock. */
  skew = 0
  pings = true
  /** Whether the hub leaves the frame out although it should send it: a fault no client should suffer from. */
  loses: (frame: ServerFrame) => boolean = () => false
  readonly clock: SimulatedClock
  #epochs = 0

  constructor(clock: SimulatedClock) {
    this.clock = clock
  }

  get environment(): Environment {
    return {
      now: () => this.clock.now,
      random: this.clock.random,
      after: (ms, run) => this.clock.after(ms, run),
      connect: (callbacks) => this.#connect(callbacks),
    }
  }

  /** The newest connection. */
  get current(): Connection {
    const connection = this.connections.at(-1)
    if (!connection) throw new Error('nobody connected')
    return connection
  }

  get alive(): Connection[] {
    return this.connections.filter((connection) => connection.alive)
  }

  topic(name: string): Topic {
    const topic = this.topics.get(name) ?? { epoch: `e${++this.#epochs}`, events: [], last: 0 }
    this.topics.set(name, topic)
    return topic
  }

  publish(name: string, data: unknown, event = 'thing.changed'): void {
    const topic = this.topic(name)
    const entry = { offset: ++topic.last, event, data }
    topic.events = isState(name) ? [entry] : [...topic.events, entry]
    for (const connection of this.alive)
      if (connection.joined.has(name)) connection.say({ type: 'event', topic: name, ...this.#event(name, entry) })
  }

  /** Forgets all but the newest `keep` events. */
  trim(name: string, keep: number): void {
    const topic = this.topic(name)
    topic.events = keep === 0 ? [] : topic.events.slice(-keep)
  }

  /** Loses the topic: its numbering restarts, and listeners are told. */
  flush(name: string): void {
    this.topics.delete(name)
    const { epoch } = this.topic(name)
    for (const connection of this.alive)
      if (connection.joined.has(name))
        connection.say({ type: 'subscribed', topic: name, kind: kindOf(name), epoch, offset: 0, recovered: false, events: [] })
  }

  #event(name: string, { offset, event, data }: { offset: number; event: string; data: unknown }): TopicEvent {
    const at = new Date(this.clock.now + this.skew).toISOString()
    // Tests publish plain numbers; the client does not look into data.
    return { id: `${name}/${offset}`, at, offset, event, data: data as TopicEvent['data'] }
  }

  #connect(callbacks: SocketCallbacks): Socket {
    const clock = this.clock
    let arrival = 0
    let departure = 0
    let listening = true
    const toClient = (run: () => void) => {
      arrival = Math.max(arrival, clock.now + this.latency())
      clock.after(arrival - clock.now, () => listening && run())
    }
    const connection: Connection = {
      heard: [],
      user: undefined,
      joined: new Set(),
      ends: new Map(),
      alive: true,
      say: (frame) => {
        if (connection.alive && !this.loses(frame)) toClient(() => callbacks.received(structuredClone(frame)))
      },
      close: (code) => {
        if (!connection.alive) return
        connection.alive = false
        toClient(() => {
          listening = false
          callbacks.closed(code)
        })
      },
      vanish: () => {
        connection.alive = false
        listening = false
      },
    }
    if (this.down) connection.close(1006)
    else {
      this.connections.push(connection)
      toClient(() => callbacks.opened())
    }
    return {
      send: (frame) => {
        departure = Math.max(departure, clock.now + this.latency())
        const sent = structuredClone(frame)
        clock.after(departure - clock.now, () => {
          if (!connection.alive) return
          connection.heard.push(sent)
          this.#hear(connection, sent)
        })
      },
      close: () => {
        listening = false
        clock.after(this.latency(), () => {
          connection.alive = false
        })
      },
    }
  }

  #hear(connection: Connection, frame: ClientFrame): void {
    if (frame.type === 'hello') return this.#hello(connection, frame)
    if (frame.type === 'unsubscribe') {
      connection.joined.delete(frame.topic)
      connection.say({ type: 'unsubscribed', topic: frame.topic, ...idOf(frame) })
    }
    if (frame.type !== 'subscribe' && frame.type !== 'renew') return
    const { topic } = frame
    const refuse = (code: Frame<'error'>['code']) => connection.say({ type: 'error', code, topic, ...idOf(frame) })
    if (topic.startsWith('order:') || topic.startsWith('match:')) {
      if (!frame.grant) return refuse('grant_required')
      const grant = claimsOf<{ topic: string; exp: number }>(frame.grant)
      if (grant?.topic !== topic) return refuse('grant_invalid')
      if (grant.exp * 1000 < this.clock.now + this.skew) return refuse('grant_expired')
      if (frame.type === 'renew' && !connection.joined.has(topic)) return refuse('not_subscribed')
      connection.ends.set(topic, grant.exp)
      this.clock.after(grant.exp * 1000 + GRACE - (this.clock.now + this.skew), () => this.#end(connection, topic, grant.exp))
    } else if (topic.startsWith('user:') && topic !== `user:${connection.user}`) return refuse('forbidden')
    if (frame.type === 'renew') connection.say({ type: 'renewed', topic, ...idOf(frame) })
    else this.#join(connection, topic, frame)
  }

  /** A subscription's grant has expired, unless a newer one was shown. */
  #end(connection: Connection, topic: string, exp: number): void {
    if (connection.ends.get(topic) !== exp || !connection.joined.delete(topic)) return
    connection.say({ type: 'unsubscribed', topic, code: 'grant_expired' })
  }

  #hello(connection: Connection, frame: Extract<ClientFrame, { type: 'hello' }>): void {
    if (typeof frame.token === 'string') {
      const claims = claimsOf<{ sub: string; exp: number }>(frame.token)
      if (!claims) return connection.close(4401)
      const left = claims.exp * 1000 - (this.clock.now + this.skew)
      if (left < 0) return connection.close(4401)
      connection.user = claims.sub
      this.clock.after(left + GRACE, () => {
        const renewed = connection.heard.some((other) => other.type === 'refresh' && expOf(other.token) > claims.exp)
        if (!renewed) connection.close(4401)
      })
    }
    const { user } = connection
    connection.say({
      type: 'welcome',
      session: 's',
      heartbeat: HEARTBEAT,
      now: this.clock.now + this.skew,
      ...(user !== undefined && { user, topic: `user:${user}` }),
    })
    if (user !== undefined) this.#join(connection, `user:${user}`, { epoch: frame.epoch, offset: frame.offset })
    this.#beat(connection)
  }

  #join(connection: Connection, name: string, from: { id?: number | null; epoch?: string | null; offset?: number | null }): void {
    const topic = this.topic(name)
    const resumed = from.epoch === topic.epoch && typeof from.offset === 'number'
    const known = resumed ? (from.offset ?? 0) : 0
    const missed = isState(name) || resumed ? topic.events.filter((entry) => entry.offset > known) : []
    const oldest = topic.events[0]?.offset ?? topic.last + 1
    const whole = resumed && (known === topic.last || oldest <= known + 1)
    const recovered = isState(name) ? (resumed && known === topic.last) || topic.events.length > 0 : whole
    connection.joined.add(name)
    const events = recovered ? missed.map((entry) => this.#event(name, entry)) : []
    const { epoch, last: offset } = topic
    connection.say({ type: 'subscribed', topic: name, ...idOf(from), kind: kindOf(name), epoch, offset, recovered, events })
  }

  #beat(connection: Connection): void {
    this.clock.after(HEARTBEAT, () => {
      if (!connection.alive) return
      if (this.pings) {
        connection.say({ type: 'ping' })
        const pongs = connection.heard.filter((frame) => frame.type === 'pong').length
        this.clock.after(8_000, () => {
          if (connection.heard.filter((frame) => frame.type === 'pong').length === pongs) connection.close(4408)
        })
      }
      this.#beat(connection)
    })
  }
}

function kindOf(topic: string): 'log' | 'state' {
  return isState(topic) ? 'state' : 'log'
}

function idOf({ id }: { id?: number | null }): { id?: number } {
  return typeof id === 'number' ? { id } : {}
}

/** A grant as the model hub reads it; `until` in Unix milliseconds of the server. */
export function grantFor(topic: string, until = Number.MAX_SAFE_INTEGER): string {
  return jwt({ topic, exp: Math.floor(until / 1000) })
}

/** An unsigned token; `exp` in Unix milliseconds of the server. */
export function tokenFor(user: string, exp: number): string {
  return jwt({ sub: user, exp: Math.floor(exp / 1000) })
}

function jwt(claims: object): string {
  return `x.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`
}

function claimsOf<T>(token: string): T | undefined {
  const claims = token.split('.')[1]
  return claims === undefined ? undefined : (JSON.parse(atob(claims)) as T)
}

function expOf(token: string): number {
  return claimsOf<{ exp: number }>(token)?.exp ?? 0
}
