import { describe, expect, it } from 'vitest'
import { grantFor, tokenFor } from './testing/hub'
import { type TestTab, world } from './testing/world'

/*
 * The promise, under a network and a hub that do everything they may: a listener has a complete, ordered, repeat-free copy of the log, or had to
 * reload.
 */

const LOGS = ['public:news', 'match:1', 'user:7']
const STATES = ['order:1', 'public:stock:1']
const TOPICS = [...LOGS, ...STATES]

/** A page's view of a topic: the numbers it read by REST, and those that events brought since it asked. */
class Reader {
  readonly tab: TestTab
  readonly topic: string
  rest: readonly number[] | undefined
  live: number[] = []
  faults: string[] = []

  constructor(tab: TestTab, topic: string, rest: readonly number[]) {
    this.tab = tab
    this.topic = topic
    this.rest = [...rest]
  }

  /** Requests REST; the answer comes later, and events may come before it. */
  reload(): void {
    this.rest = undefined
    this.live = []
  }

  answer(rest: readonly number[]): void {
    this.rest = [...rest]
    this.#check()
  }

  hear(n: number): void {
    const last = this.live.at(-1)
    if (last !== undefined && n !== last + 1) this.faults.push(`${this.topic}: ${n} after ${last}`)
    this.live.push(n)
    this.#check()
  }

  /** Nothing may lie between what REST had and the first event. */
  #check(): void {
    const [first] = this.live
    const known = this.rest?.at(-1) ?? 0
    if (this.rest && first !== undefined && first > known + 1) this.faults.push(`${this.topic}: ${first} after REST ${known}`)
  }

  /** All numbers, each once: REST and events overlap where an event came before the REST answer did. */
  get copy(): number[] {
    return [...new Set([...(this.rest ?? []), ...this.live])]
  }
}

function run(seed: number) {
  const { clock, hub, tab } = world(seed)
  const pick = (n: number) => clock.pick(n)
  hub.latency = () => 5 + pick(200)
  /** Everything ever published: what the database has. */
  const written = new Map<string, number[]>(TOPICS.map((topic) => [topic, []]))
  const readers: Reader[] = []
  let fault = false
  let tabs = 0

  const publish = (topic: string) => {
    const log = written.get(topic) ?? []
    log.push(log.length + 1)
    hub.publish(topic, log.length)
  }
  const newGrant = (topic: string) =>
    topic.startsWith('public:') || topic.startsWith('user:') ? undefined : grantFor(topic, clock.now + 20_000)
  const open = () => {
    const each = tab(`t${++tabs}`, pick(3) > 0)
    each.token = () => tokenFor('7', clock.now + 120_000)
    const mine = new Map<string, Reader>()
    each.react = (message) => {
      if (message.type !== 'event' && message.type !== 'reload') return
      const reader = mine.get(message.topic)
      if (!reader) return
      if (message.type === 'event') return reader.hear(message.data as number)
      reader.reload()
      clock.after(pick(300), () => {
        reader.answer(written.get(reader.topic) ?? [])
        each.join(message.topic, newGrant(message.topic), false)
      })
    }
    for (const topic of TOPICS) {
      if (pick(4) === 0) continue
      const reader = new Reader(each, topic, written.get(topic) ?? [])
      mine.set(topic, reader)
      readers.push(reader)
      // Between the REST answer and the joining, events may pass.
      const grant = newGrant(topic)
      clock.after(pick(3_000), () => each.join(topic, grant))
    }
    return each
  }

  const alive = [open()]
  const deeds: [number, () => void][] = [
    [300, () => publish(TOPICS[pick(TOPICS.length)] ?? '')],
    [3, () => hub.alive.at(-1)?.say({ type: 'error', code: 'unknown_frame' })],
    [10, () => hub.alive.at(-1)?.close([1006, 1006, 4408, 1001, 4401, 4429][pick(6)] ?? 1006)],
    [4, () => hub.alive.at(-1)?.vanish()],
    [4, () => (hub.down = !hub.down)],
    [6, () => hub.trim(LOGS[pick(3)] ?? '', pick(5))],
    [2, () => hub.flush(TOPICS[pick(TOPICS.length)] ?? '')],
    [5, () => (fault = true)],
    [5, () => hub.alive.at(-1)?.say({ type: 'goodbye', reason: 'draining', retryAfter: pick(3_000) })],
    [4, () => alive.length < 5 && alive.push(open())],
    [3, () => alive.length > 1 && alive.splice(pick(alive.length), 1)[0]?.close()],
    [5, () => alive[pick(alive.length)]?.say({ type: 'visible', visible: pick(2) === 0 })],
    [3, () => alive[pick(alive.length)]?.say({ type: 'network', online: pick(2) === 0 })],
    [2, () => alive[pick(alive.length)]?.say({ type: 'session' })],
    [1, () => clock.advance(400_000)],
  ]
  // From time to time an event of a log is lost in transit, or arrives twice.
  hub.loses = (frame) => {
    if (!fault || frame.type !== 'event' || !LOGS.includes(frame.topic)) return false
    fault = false
    if (pick(2) === 0) return true
    hub.current.say(frame)
    return false
  }
  const total = deeds.reduce((sum, [weight]) => sum + weight, 0)
  for (let step = 0; step < 800; step++) {
    let at = pick(total)
    deeds.find(([weight]) => (at -= weight) < 0)?.[1]()
    clock.advance(pick(400))
  }
  // Peace.
  hub.down = false
  fault = false
  for (const each of alive) {
    each.say({ type: 'network', online: true })
    each.say({ type: 'visible', visible: true })
  }
  clock.advance(120_000)
  for (const topic of TOPICS) publish(topic)
  clock.advance(120_000)
  // A reload that brings a new grant may be under way at any time.
  for (let wait = 0; wait < 100 && readers.some((reader) => reader.rest === undefined && alive.includes(reader.tab)); wait++)
    clock.advance(20)
  const ids = new Set(alive.map((each) => each.id))
  return { written, readers: readers.filter((reader) => ids.has(reader.tab.id)), all: readers, hub }
}

describe('under a bad network', () => {
  it.each(Array.from({ length: 150 }, (_, seed) => seed + 1))('every tab has the whole log, in order and once (seed %i)', (seed) => {
    const { written, readers, all } = run(seed)
    expect(readers.length).toBeGreaterThan(0)
    for (const reader of all) {
      if (LOGS.includes(reader.topic)) expect(reader.faults).toEqual([])
    }
    for (const reader of readers) {
      const log = written.get(reader.topic) ?? []
      if (LOGS.includes(reader.topic)) expect(reader.copy).toEqual(log)
      else expect(Math.max(reader.live.at(-1) ?? 0, reader.rest?.at(-1) ?? 0)).toBe(log.length)
    }
  })

  it('does disturb: sockets are lost, topics resumed and reloaded', () => {
    const { hub, all } = run(1)
    expect(hub.connections.length).toBeGreaterThan(5)
    const frames = hub.connections.flatMap((connection) => connection.heard)
    expect(frames.some((frame) => frame.type === 'subscribe' && frame.offset !== undefined)).toBe(true)
    expect(all.some((reader) => reader.tab.reloads(reader.topic) > 1)).toBe(true)
  })
})
