import { Engine } from '../engine'
import type { FromTab, ToTab } from '../protocol'
import { SimulatedClock } from './clock'
import { ModelHub } from './hub'

/** A tab that records the engine's messages. */
export class TestTab {
  readonly id: string
  readonly messages: ToTab[] = []
  /** Answers the engine's request for a token; without it the request stays open. */
  token: ((refused?: string) => string | undefined | 'failed' | 'silent') | undefined = () => undefined
  /** Called with every message, after it was recorded. */
  react: (message: ToTab) => void = () => {}
  readonly #engine: Engine

  constructor(engine: Engine, id: string, visible = true) {
    this.id = id
    this.#engine = engine
    engine.attach(id, (message) => this.#hear(structuredClone(message)), visible, true)
  }

  say(message: FromTab): void {
    this.#engine.receive(this.id, message)
  }

  join(topic: string, grant?: string, anew = true): void {
    this.say({ type: 'join', topic, anew, ...(grant !== undefined && { grant }) })
  }

  close(): void {
    this.#engine.detach(this.id)
  }

  of<T extends ToTab['type']>(type: T): Extract<ToTab, { type: T }>[] {
    return this.messages.filter((message): message is Extract<ToTab, { type: T }> => message.type === type)
  }

  /** The data of the events of a topic. */
  data(topic: string): unknown[] {
    return this.of('event').flatMap((event) => (event.topic === topic ? [event.data] : []))
  }

  reloads(topic: string): number {
    return this.of('reload').filter((reload) => reload.topic === topic).length
  }

  get state(): Extract<ToTab, { type: 'connection' }> {
    const state = this.of('connection').at(-1)
    if (!state) throw new Error('never told')
    return state
  }

  #hear(message: ToTab): void {
    this.messages.push(message)
    if (message.type === 'ask' && this.token) {
      const token = this.token(message.refused)
      if (token === 'silent') return
      const answer: FromTab = { type: 'token', ask: message.ask }
      if (token === 'failed') this.say({ ...answer, failed: true })
      else this.say(token === undefined ? answer : { ...answer, token })
    }
    this.react(message)
  }
}

export function world(seed = 1) {
  const clock = new SimulatedClock(seed)
  const hub = new ModelHub(clock)
  const engine = new Engine(hub.environment)
  return { clock, hub, engine, tab: (id = 'a', visible = true) => new TestTab(engine, id, visible) }
}
