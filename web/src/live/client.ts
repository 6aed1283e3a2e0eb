import { createStore } from 'zustand/vanilla'
import { openHome } from './door'
import type { Home } from './home'
import type { ConnectionState, FromTab, LiveEvent, ToTab } from './protocol'

/** A page that leaves a topic often comes back at once (a remount, the next page of the same order). */
const LINGER = 1_000

export interface Listener {
  event(event: LiveEvent): void
  reload(): void
}

export interface Connection {
  state: ConnectionState
  /** Milliseconds until the next attempt, counted when the state changed. */
  retryInMs?: number
}

interface Heard {
  epoch: string
  offset: number
}

interface Topic {
  grant: string | undefined
  /** Each with the last event it received: a tab may be brought up to date for one of them only. */
  listeners: Map<Listener, Heard>
  cancelLeave?: () => void
}

/**
 * Returns the current access token, `undefined` for a visitor. `refused` is no longer valid: renew it. Rejects if the token is unknown for now.
 */
export type TokenSource = (refused?: string) => Promise<string | undefined>

export type SignalHandler = (name: string, user: string) => void

/** The tab's half: the listeners of this page, and the messages to the engine. Uses no browser interface before it is needed. */
export class Client {
  readonly connection = createStore<Connection>()(() => ({ state: 'connecting' }))
  /** Users in each topic that this page listens to. */
  readonly presence = createStore<Record<string, readonly string[]>>()(() => ({}))
  readonly #open: typeof openHome
  readonly #topics = new Map<string, Topic>()
  readonly #signals = new Map<string, Set<SignalHandler>>()
  #home: Home | undefined
  #clockOffset = 0
  #source: TokenSource | undefined
  #onRevoked: () => void = () => {}
  /** Whether the engine was told "visitor" because no token source was set yet. */
  #answeredBlindly = false
  /** A sign-in or sign-out happened while there was no engine. */
  #sessionNews = false

  constructor(open = openHome) {
    this.#open = open
  }

  /** Server time, Unix milliseconds; this device's own before the first connection. */
  now(): number {
    return Date.now() + this.#clockOffset
  }

  setTokenSource(source: TokenSource, onRevoked: () => void): void {
    this.#source = source
    this.#onRevoked = onRevoked
    if (this.#answeredBlindly) this.sessionChanged()
  }

  sessionChanged(): void {
    this.#answeredBlindly = false
    this.#sessionNews = !this.#home?.post({ type: 'session' })
  }

  listen(name: string, grant: string | undefined, listener: Listener): () => void {
    const topic: Topic = this.#topics.get(name) ?? { grant, listeners: new Map() }
    this.#topics.set(name, topic)
    topic.cancelLeave?.()
    topic.grant = grant ?? topic.grant
    topic.listeners.set(listener, { epoch: '', offset: 0 })
    this.#join(name, topic, true)
    return () => this.#quit(name, topic, listener)
  }

  /** Passes on a newer grant of a topic with listeners. */
  renewGrant(name: string, grant: string): void {
    const topic = this.#topics.get(name)
    if (!topic || topic.grant === grant) return
    topic.grant = grant
    this.#join(name, topic, false)
  }

  signal(topic: string, name: string): void {
    this.#home?.post({ type: 'signal', topic, name })
  }

  onSignal(topic: string, handler: SignalHandler): () => void {
    const handlers = this.#signals.get(topic) ?? new Set()
    this.#signals.set(topic, handlers.add(handler))
    return () => {
      handlers.delete(handler)
      if (handlers.size === 0 && this.#signals.get(topic) === handlers) this.#signals.delete(topic)
    }
  }

  #quit(name: string, topic: Topic, listener: Listener): void {
    topic.listeners.delete(listener)
    if (topic.listeners.size > 0) return
    const timer = setTimeout(() => {
      this.#topics.delete(name)
      this.presence.setState((topics) => Object.fromEntries(Object.entries(topics).filter(([other]) => other !== name)), true)
      this.#home?.post({ type: 'leave', topic: name })
    }, LINGER)
    topic.cancelLeave = () => clearTimeout(timer)
  }

  #join(name: string, topic: Topic, anew: boolean): void {
    if (!this.#home) {
      this.#home = this.#open({ received: (message) => this.#received(message), opened: () => this.#opened() })
      return
    }
    const { grant } = topic
    this.#home.post({ type: 'join', topic: name, anew, ...(grant !== undefined && { grant }) })
  }

  /** Handles an engine that knows nothing of this tab: the first, or the next after a worker's death. */
  #opened(): void {
    if (this.#sessionNews) this.sessionChanged()
    for (const [name, topic] of this.#topics) this.#join(name, topic, true)
  }

  #received(message: ToTab): void {
    switch (message.type) {
      case 'connection': {
        const { state, retryAt } = message
        this.#clockOffset = message.clockOffset
        this.connection.setState(retryAt === undefined ? { state } : { state, retryInMs: Math.max(0, retryAt - Date.now()) }, true)
        return
      }
      case 'event':
        return this.#event(message)
      case 'reload': {
        const listeners = this.#topics.get(message.topic)?.listeners
        for (const listener of listeners?.keys() ?? []) guarded(() => listener.reload())
        return
      }
      case 'signal':
        for (const handler of this.#signals.get(message.topic) ?? []) guarded(() => handler(message.name, message.user))
        return
      case 'presence':
        if (this.#topics.has(message.topic)) this.presence.setState({ [message.topic]: message.users })
        return
      case 'ask':
        void this.#answer(message.ask, message.refused)
        return
      case 'revoked':
        guarded(this.#onRevoked)
        return
      case 'ready':
        return
    }
  }

  #event({ topic, epoch, event, data, offset, at }: Extract<ToTab, { type: 'event' }>): void {
    const listeners = this.#topics.get(topic)?.listeners ?? new Map<Listener, Heard>()
    for (const [listener, heard] of listeners) {
      if (heard.epoch === epoch && offset <= heard.offset) continue
      heard.epoch = epoch
      heard.offset = offset
      guarded(() => listener.event({ event, data, offset, at }))
    }
  }

  async #answer(ask: number, refused: string | undefined): Promise<void> {
    const home = this.#home
    let answer: FromTab = { type: 'token', ask }
    try {
      if (!this.#source) this.#answeredBlindly = true
      const token = await this.#source?.(refused)
      if (token !== undefined) answer = { ...answer, token }
    } catch {
      answer = { ...answer, failed: true }
    }
    home?.post(answer)
  }
}

/** One listener's error must not cost the others their event. */
function guarded(run: () => void): void {
  try {
    run()
  } catch (error) {
    reportError(error)
  }
}

/** The page's one client. */
export const client = new Client()
