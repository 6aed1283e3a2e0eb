import type { Environment } from './environment'
import { Link } from './link'
import type { ConnectionState, FromTab, ToTab } from './protocol'
import { Subscription } from './subscription'
import { expiryOf, TokenDesk } from './tokens'
import { isPublic } from './topics'
import type { Frame, ServerFrame, TopicEvent } from './wire'

/** All tabs hidden for this long: sleep. */
const SLEEP = 5 * 60_000
/** Without any listener for this long: hang up. */
const IDLE = 60_000
/** The same signal is sent at most this often. */
const SIGNAL_GAP = 2_000

/** A new grant is requested this long before the old one expires, and up to twice as early: not by all pages at once. */
const RENEW_BEFORE = 60_000
const RENEW_AGAIN = 10_000
const DAY = 86_400_000

/** Shortest wait before another request after a refused grant. */
const ASK_AGAIN = 2_500
const ASK_GAP = 2_000

const WANTS_GRANT: string[] = ['grant_expired', 'grant_invalid', 'grant_required']

interface Tab {
  id: string
  post: (message: ToTab) => void
  visible: boolean
  said: string
}

/**
 * The realtime client: one socket for any number of tabs. It runs in a SharedWorker, or in the page where there is none.
 * Each tab sees every event of its topics once and in order, or has to reload.
 */
export class Engine {
  readonly #env: Environment
  readonly #link: Link
  readonly #desk: TokenDesk
  readonly #tabs = new Map<string, Tab>()
  readonly #topics = new Map<string, Subscription>()
  readonly #signalled = new Map<string, number>()
  #user: string | undefined
  /** The topic that the hub joins automatically, by its own account. */
  #own: string | undefined
  /** Number of the last command with an answer. */
  #commands = 0
  #online = true
  #asleep = false
  #cancelSleep: (() => void) | undefined
  #cancelIdle: (() => void) | undefined

  constructor(env: Environment) {
    this.#env = env
    this.#desk = new TokenDesk(env, (tab, ask, refused) => {
      this.#tabs.get(tab)?.post({ type: 'ask', ask, ...(refused !== undefined && { refused }) })
    })
    this.#link = new Link(env, {
      token: (refused, done) => this.#desk.ask(this.#tabsByWorth(), refused, done),
      forgetToken: () => this.#desk.forget(),
      position: () => (this.#own === undefined ? {} : (this.#topics.get(this.#own)?.position() ?? {})),
      welcome: (frame) => this.#welcome(frame),
      received: (frame) => this.#received(frame),
      lost: () => {
        for (const topic of this.#topics.values()) this.#out(topic)
      },
      changed: () => this.#tell(),
      signedOut: () => this.#restart(),
      revoked: () => {
        for (const tab of this.#tabs.values()) tab.post({ type: 'revoked' })
      },
    })
  }

  /** Attaches a tab. `post` must not throw and may be called at any time until the tab is detached. */
  attach(id: string, post: (message: ToTab) => void, visible: boolean, online: boolean): void {
    this.detach(id)
    const tab: Tab = { id, post, visible, said: '' }
    this.#tabs.set(id, tab)
    this.#online = online
    this.#tellTab(tab)
    if (this.#link.phase === 'stopped') post({ type: 'revoked' })
    this.#look()
  }

  /** Detaches a tab that was closed, crashed or discarded. */
  detach(id: string): void {
    if (!this.#tabs.delete(id)) return
    for (const topic of this.#topics.values()) this.#leave(topic, id)
    this.#desk.gone(id)
    this.#look()
  }

  receive(id: string, message: FromTab): void {
    const tab = this.#tabs.get(id)
    if (!tab) return
    switch (message.type) {
      case 'join':
        this.#join(tab, message.topic, message.grant, message.anew)
        return this.#look()
      case 'leave': {
        const topic = this.#topics.get(message.topic)
        if (topic) this.#leave(topic, id)
        // It may have been the topic that was not joined.
        this.#tell()
        return this.#look()
      }
      case 'signal':
        return this.#signal(message.topic, message.name)
      case 'token':
        return this.#desk.answer(id, message.ask, message.token, message.failed === true)
      case 'session':
        this.#desk.authority = id
        return this.#restart()
      case 'visible':
        tab.visible = message.visible
        this.#look()
        if (message.visible) this.#link.nudge()
        return
      case 'network':
        return this.#network(message.online)
      case 'nudge':
        return this.#link.nudge()
      case 'detach':
        return this.detach(id)
      case 'attach':
        return
    }
  }

  #join(tab: Tab, name: string, grant: string | undefined, anew: boolean): void {
    const topic = this.#topic(name)
    const newcomer = !topic.tabs.has(tab.id)
    topic.tabs.add(tab.id)
    const better = grant !== undefined && grant !== topic.grant
    if (better) topic.grant = grant
    if (topic.standing === 'joined') {
      if (better) this.#renew(topic)
      if (anew) this.#bringUpToDate(topic, tab)
      return
    }
    if (anew && topic.epoch !== undefined) topic.late.add(tab.id)
    // A refused topic is retried with a better grant, or to inform a tab that has not heard of the refusal.
    if (topic.standing === 'out' || (topic.standing !== 'pending' && (better || newcomer))) this.#subscribe(topic)
    this.#tell()
  }

  /** For a tab that joins a joined topic: its REST answer may be older than the last event it missed. */
  #bringUpToDate(topic: Subscription, tab: Tab): void {
    if (!topic.state) tab.post({ type: 'reload', topic: topic.topic })
    else if (topic.newest) this.#post(topic, tab)
    if (topic.presence) tab.post({ type: 'presence', topic: topic.topic, users: topic.presence })
  }

  #leave(topic: Subscription, tab: string): void {
    topic.late.delete(tab)
    if (!topic.tabs.delete(tab) || topic.tabs.size > 0) return
    // The hub joins the personal topic automatically, so its position is tracked even if nobody listens.
    if (this.#isPersonal(topic)) return
    if (topic.standing === 'joined' || topic.standing === 'pending') this.#link.send({ type: 'unsubscribe', topic: topic.topic })
    topic.leave()
    this.#topics.delete(topic.topic)
  }

  #subscribe(topic: Subscription): void {
    if (this.#link.phase !== 'open') return
    topic.cancelAsk()
    topic.standing = 'pending'
    topic.asked = ++this.#commands
    topic.shown = topic.grant
    this.#link.send({
      type: 'subscribe',
      id: topic.asked,
      topic: topic.topic,
      ...(topic.grant !== undefined && { grant: topic.grant }),
      ...topic.position(),
    })
  }

  #welcome(frame: Frame<'welcome'>): void {
    // Another user, although no tab said so.
    const user = frame.user ?? undefined
    if (this.#user !== undefined && this.#user !== user) this.#forgetPlaces()
    this.#user = user
    this.#own = frame.topic ?? undefined
    if (this.#own !== undefined) this.#topic(this.#own)
    for (const topic of this.#topics.values()) {
      if (this.#isPersonal(topic)) {
        topic.standing = 'pending'
        topic.asked = undefined
      } else this.#subscribe(topic)
    }
  }

  #received(frame: ServerFrame): void {
    if (frame.type === 'error') return this.#refused(frame)
    if (!('topic' in frame) || typeof frame.topic !== 'string') return
    const topic = this.#topics.get(frame.topic)
    if (!topic) return
    // Without an id it also concerns a joined topic whose history broke.
    if (frame.type === 'subscribed') {
      if (topic.awaits(frame.id) || (topic.standing === 'joined' && typeof frame.id !== 'number')) this.#joined(topic, frame)
      return
    }
    if (frame.type === 'unsubscribed') {
      // Without a command's id, it also ends a pending join, which is not answered any more.
      const unasked = topic.standing === 'joined' || (topic.standing === 'pending' && frame.id === undefined)
      const ended = topic.awaits(frame.id) || unasked
      if (frame.code && ended) this.#end(topic, frame.code)
      return
    }
    if (topic.standing !== 'joined') return
    if (frame.type === 'event') this.#event(topic, frame)
    if (frame.type === 'signal') this.#each(topic, { type: 'signal', topic: topic.topic, name: frame.name, user: frame.user })
    if (frame.type === 'presence') {
      topic.presence = frame.users
      this.#each(topic, { type: 'presence', topic: topic.topic, users: frame.users })
    }
  }

  #joined(topic: Subscription, frame: Frame<'subscribed'>): void {
    const late = [...topic.late]
    topic.late.clear()
    if (topic.join(frame)) this.#each(topic, { type: 'reload', topic: topic.topic })
    else {
      for (const id of late) {
        const tab = this.#tabs.get(id)
        if (tab) this.#bringUpToDate(topic, tab)
      }
    }
    for (const event of frame.events) this.#event(topic, event)
    if (topic.grant !== topic.shown) this.#renew(topic)
    else this.#renewInTime(topic)
    this.#tell()
  }

  #event(topic: Subscription, frame: TopicEvent): void {
    const place = topic.place(frame)
    // The hub never leaves one out; if a proxy or a bug does, the rest is fetched before anything is passed on.
    if (place === 'gap') return this.#subscribe(topic)
    if (place === 'repeat') return
    const { event, data, offset, at } = frame
    this.#each(topic, { type: 'event', topic: topic.topic, epoch: topic.epoch ?? '', event, data, offset, at })
  }

  #refused(frame: Frame<'error'>): void {
    if (typeof frame.topic !== 'string') {
      if (frame.code === 'token_invalid' || frame.code === 'token_expired') this.#link.tokenRefused()
      return
    }
    const topic = this.#topics.get(frame.topic)
    // Any other refusal, such as of a signal, changes nothing.
    if (topic?.awaits(frame.id)) this.#end(topic, frame.code)
  }

  /** Not joined, or not any more. */
  #end(topic: Subscription, code: Frame<'error'>['code']): void {
    const wantsGrant = WANTS_GRANT.includes(code)
    this.#out(topic)
    topic.standing = wantsGrant ? 'refused' : 'ended'
    if (wantsGrant) this.#askForGrant(topic)
    else {
      topic.reset()
      this.#each(topic, { type: 'reload', topic: topic.topic })
    }
    this.#tell()
  }

  /** Not on this socket any more: its users are unknown until it is joined again. */
  #out(topic: Subscription): void {
    if (topic.presence) this.#each(topic, { type: 'presence', topic: topic.topic, users: [] })
    topic.leave()
  }

  /**
   * A reload brings a new grant, with which the tab joins again. If none comes, asks again, ever more rarely. A grant that came at once may be
   * of the very second in which all grants ended: the next is awaited.
   */
  #askForGrant(topic: Subscription): void {
    const now = this.#env.now()
    const tooSoon = now - topic.askedAt < ASK_GAP
    if (!tooSoon) [topic.asks, topic.askedAt] = [topic.asks + 1, now]
    topic.cancelAsk()
    topic.cancelAsk = this.#env.after(Math.min(60_000, ASK_AGAIN * 2 ** (topic.asks - 1)), () => this.#askForGrant(topic))
    if (!tooSoon) this.#each(topic, { type: 'reload', topic: topic.topic })
  }

  /** The subscription ends with its grant: while it is joined, one tab after the other is asked for a new one in time. */
  #renewInTime(topic: Subscription): void {
    topic.cancelAsk()
    const end = topic.grant === undefined ? undefined : expiryOf(topic.grant)
    if (end === undefined) return
    const now = this.#env.now() + this.#link.clockOffset
    const left = end - now - RENEW_BEFORE * (1 + this.#env.random())
    topic.cancelAsk = this.#env.after(Math.min(Math.max(left, RENEW_AGAIN), DAY), () => {
      const tabs = this.#tabsByWorth().filter((id) => topic.tabs.has(id))
      if (left <= DAY) this.#tabs.get(tabs[topic.asks++ % tabs.length] ?? '')?.post({ type: 'reload', topic: topic.topic })
      this.#renewInTime(topic)
    })
  }

  /** Sends the hub a newer grant of a joined topic, which continues unchanged. */
  #renew(topic: Subscription): void {
    if (topic.grant === undefined) return
    topic.shown = topic.grant
    topic.asks = 0
    this.#link.send({ type: 'renew', id: ++this.#commands, topic: topic.topic, grant: topic.grant })
    this.#renewInTime(topic)
  }

  #signal(name: string, signal: string): void {
    const now = this.#env.now()
    const key = `${name} ${signal}`
    if (this.#topics.get(name)?.standing !== 'joined') return
    if (now - (this.#signalled.get(key) ?? Number.NEGATIVE_INFINITY) < SIGNAL_GAP) return
    if (!this.#link.sendNow({ type: 'signal', topic: name, name: signal })) return
    if (this.#signalled.size > 50) this.#signalled.clear()
    this.#signalled.set(key, now)
  }

  /** Called when the user has changed: rights and personal topics differ now. */
  #restart(): void {
    this.#user = this.#own = undefined
    this.#forgetPlaces()
    this.#link.restart()
    this.#look()
  }

  #forgetPlaces(): void {
    for (const topic of this.#topics.values()) {
      if (!isPublic(topic.topic)) topic.reset()
      if (topic.tabs.size === 0) this.#topics.delete(topic.topic)
    }
  }

  #network(online: boolean): void {
    const was = this.#online
    this.#online = online
    if (!online) this.#link.networkLost()
    else this.#link.nudge(!was)
    this.#tell()
  }

  /** Opens or closes the link: it is not needed without listeners, or while every tab has been hidden for long. */
  #look(): void {
    const seen = [...this.#tabs.values()].some((tab) => tab.visible)
    const heard = [...this.#topics.values()].some((topic) => topic.tabs.size > 0)
    if (seen) {
      this.#cancelSleep?.()
      this.#cancelSleep = undefined
      this.#asleep = false
    } else {
      this.#cancelSleep ??= this.#env.after(SLEEP, () => {
        this.#asleep = true
        this.#link.down()
      })
    }
    if (heard) {
      this.#cancelIdle?.()
      this.#cancelIdle = undefined
      if (!this.#asleep) this.#link.up()
    } else {
      this.#cancelIdle ??= this.#env.after(IDLE, () => this.#link.down())
    }
  }

  #tell(): void {
    for (const tab of this.#tabs.values()) this.#tellTab(tab)
  }

  #tellTab(tab: Tab): void {
    const { phase, retryAt, clockOffset } = this.#link
    let state: ConnectionState = 'connecting'
    // A socket that outlives its network for a while brings nothing new.
    if (phase === 'stopped' || !this.#online) state = 'offline'
    else if (phase === 'open') {
      const lacking = [...this.#topics.values()].some((topic) => topic.standing === 'refused' && topic.tabs.has(tab.id))
      if (!lacking) state = 'live'
    }
    const message: ToTab = { type: 'connection', state, clockOffset, ...(retryAt !== undefined && { retryAt }) }
    const said = JSON.stringify(message)
    if (said === tab.said) return
    tab.said = said
    tab.post(message)
  }

  #tabsByWorth(): string[] {
    const tabs = [...this.#tabs.values()]
    return [...tabs.filter((tab) => tab.visible), ...tabs.filter((tab) => !tab.visible)].map((tab) => tab.id)
  }

  #isPersonal(topic: Subscription): boolean {
    return topic.topic === this.#own
  }

  #topic(name: string): Subscription {
    const topic = this.#topics.get(name) ?? new Subscription(name)
    this.#topics.set(name, topic)
    return topic
  }

  #each(topic: Subscription, message: ToTab): void {
    for (const id of topic.tabs) this.#tabs.get(id)?.post(message)
  }

  #post(topic: Subscription, tab: Tab): void {
    if (topic.newest) tab.post({ type: 'event', topic: topic.topic, epoch: topic.epoch ?? '', ...topic.newest })
  }
}
