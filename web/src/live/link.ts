import { backoff, slowBackoff } from './backoff'
import type { Environment, Socket } from './environment'
import { Pacer } from './pacer'
import { expiryOf, type TokenAnswer } from './tokens'
import { Close, type ClientFrame, type Frame, type ServerFrame } from './wire'

/** From the attempt to `welcome`. */
const OPENING = 15_000
/** A connection that lasted this long was a good one: the backoff is reset. */
const STABLE = 10_000
/** A token is renewed this long before it expires, and requested again this often if that fails. */
const RENEW_BEFORE = 60_000
const RENEW_AGAIN = 10_000
/** Shortest distance between attempts, however often it is nudged. */
const NUDGE_GAP = 1_000

/** `down`: not wanted, or asleep. `stopped`: the hub withdrew the right to connect. */
export type LinkPhase = 'down' | 'asking' | 'opening' | 'open' | 'waiting' | 'stopped'

export interface LinkCallbacks {
  /** Requests an access token; `refused` is one that is no longer valid. Only the newest request counts. */
  token(refused: string | undefined, done: (answer: TokenAnswer) => void): void
  forgetToken(): void
  /** Position at which the personal topic is resumed. */
  position(): { epoch?: string; offset?: number }
  welcome(frame: Frame<'welcome'>): void
  /** Called with every frame about topics. */
  received(frame: ServerFrame): void
  /** The socket is lost; nothing is subscribed any more. */
  lost(): void
  /** The phase, the time of the next attempt or the clock changed. */
  changed(): void
  /** The token source says that no user is signed in any more. */
  signedOut(): void
  revoked(): void
}

/** One connection to the hub: opened, watched, renewed, lost and opened again. It knows nothing about topics. */
export class Link {
  phase: LinkPhase = 'down'
  /** Device time of the next attempt while `waiting`. */
  retryAt: number | undefined
  /** Server time minus device time, milliseconds. */
  clockOffset = 0

  readonly #env: Environment
  readonly #on: LinkCallbacks
  readonly #pacer: Pacer
  #socket: Socket | undefined
  #token: string | undefined
  #refused: string | undefined
  #attempt = 0
  #attemptedAt = Number.NEGATIVE_INFINITY
  /** Whether the hub asked for the wait: then a nudge does not shorten it. */
  #told = false
  #heartbeat = 3_000
  #heardAt = 0
  /** The round trip that `clockOffset` comes from, ms. */
  #trip = Number.POSITIVE_INFINITY
  #leaveAt: number | undefined
  #cancels = new Map<string, () => void>()

  constructor(env: Environment, callbacks: LinkCallbacks) {
    this.#env = env
    this.#on = callbacks
    this.#pacer = new Pacer(env, (frame) => this.#socket?.send(frame))
  }

  /** Connects if it is down. */
  up(): void {
    if (this.phase !== 'down') return
    this.#attempt = 0
    this.#connect()
  }

  /** Closes the socket and keeps all state. */
  down(): void {
    if (this.phase === 'stopped') return
    this.#drop()
    this.#set('down')
  }

  /** Starts over after a sign-in or sign-out, even if it was stopped. */
  restart(): void {
    const was = this.phase
    this.#drop()
    this.#token = this.#refused = undefined
    this.#attempt = 0
    this.#set('down')
    if (was !== 'down') this.#connect()
  }

  /** Handles a sign that connecting may work now, or that the socket may be dead. `doubt`: the network was away. */
  nudge(doubt = false): void {
    const now = this.#env.now()
    if (this.phase === 'waiting' && !this.#told) {
      const at = Math.max(now, this.#attemptedAt + NUDGE_GAP)
      if (this.retryAt !== undefined && this.retryAt > at) this.#wait(at - now)
    }
    const silent = now - this.#heardAt > 2 * this.#heartbeat
    if (this.phase === 'open' && (doubt || silent)) this.#connect()
  }

  /** Handles the loss of the network: the socket is dead even if it does not know yet. */
  networkLost(): void {
    if (this.phase === 'open' || this.phase === 'opening') this.#closed(0)
  }

  /** Sends when the pace allows it; forgotten if the socket is lost before. */
  send(frame: ClientFrame): void {
    this.#pacer.send(frame)
  }

  /** Sends at once or not at all. */
  sendNow(frame: ClientFrame): boolean {
    return this.phase === 'open' && this.#pacer.sendNow(frame)
  }

  /** Handles the hub's refusal of the renewed token. */
  tokenRefused(): void {
    this.#timer('renew', RENEW_AGAIN, () => this.#renew())
  }

  #connect(): void {
    this.#drop()
    this.#attemptedAt = this.#env.now()
    this.#set('asking')
    this.#on.token(this.#refused, (answer) => {
      if (answer === 'failed') return this.#closed(0)
      this.#token = answer.token
      this.#open()
    })
  }

  #open(): void {
    this.#set('opening')
    const hello = { type: 'hello', ...(this.#token !== undefined && { token: this.#token, ...this.#on.position() }) } as const
    this.#timer('watchdog', OPENING, () => this.#closed(0))
    let helloAt = this.#env.now()
    this.#socket = this.#env.connect({
      opened: () => {
        helloAt = this.#env.now()
        this.#pacer.send(hello)
      },
      received: (frame) => this.#received(frame, helloAt),
      closed: (code) => this.#closed(code),
    })
  }

  #received(frame: ServerFrame, helloAt: number): void {
    this.#heardAt = this.#env.now()
    switch (frame.type) {
      case 'welcome':
        return this.#welcomed(frame, helloAt)
      case 'ping':
        this.#watch()
        this.#pacer.urgent({ type: 'pong' })
        return
      case 'goodbye':
        this.#leaveAt = this.#heardAt + frame.retryAfter
        this.#timer('leave', frame.retryAfter, () => this.#closed(0))
        return
      default:
        this.#watch()
        if (this.phase === 'open') this.#on.received(frame)
    }
  }

  #welcomed(frame: Frame<'welcome'>, helloAt: number): void {
    this.#heartbeat = frame.heartbeat
    this.#refused = undefined
    // The hub read its clock half a round trip ago, with an error of at most half of it. So the quickest round trip is the most precise, until a
    // later one contradicts it: then a clock was set.
    const trip = this.#heardAt - helloAt
    const offset = frame.now - (helloAt + this.#heardAt) / 2
    if (trip <= this.#trip || Math.abs(offset - this.clockOffset) > trip / 2 + 1) {
      this.#trip = trip
      this.clockOffset = Math.round(offset)
    }
    this.#watch()
    this.#timer('stable', STABLE, () => {
      this.#attempt = 0
    })
    const expiry = this.#token === undefined ? undefined : expiryOf(this.#token)
    if (expiry !== undefined) this.#renewBefore(expiry)
    this.#set('open')
    this.#on.welcome(frame)
  }

  #watch(): void {
    this.#timer('watchdog', 2 * this.#heartbeat, () => this.#closed(0))
  }

  #renewBefore(expiry: number): void {
    const left = expiry - (this.#env.now() + this.clockOffset) - RENEW_BEFORE
    this.#timer('renew', Math.max(left, RENEW_AGAIN / 2), () => this.#renew())
  }

  #renew(): void {
    this.#on.token(this.#token, (answer) => {
      if (this.phase !== 'open') return
      if (answer === 'failed') return this.tokenRefused()
      if (answer.token === undefined) return this.#on.signedOut()
      this.#token = answer.token
      this.#pacer.urgent({ type: 'refresh', token: answer.token })
      const expiry = expiryOf(answer.token)
      if (expiry !== undefined) this.#renewBefore(expiry)
    })
  }

  /** Handles the end of the socket, by a close frame (its code) or because it was given up (0). */
  #closed(code: number): void {
    const leaveAt = this.#leaveAt
    this.#drop()
    if (code === Close.revoked) {
      this.#set('stopped')
      return this.#on.revoked()
    }
    if (code === Close.sessionEnded) this.#refused = this.#token
    const slow = code === Close.malformed || code === Close.tooManyConnections || code === Close.tooManyFrames
    const goodbye = leaveAt !== undefined && !slow
    this.#told = slow || goodbye
    const now = this.#env.now()
    let wait: number
    if (goodbye) {
      wait = Math.max(0, leaveAt - now)
    } else {
      wait = (slow ? slowBackoff : backoff)(this.#attempt++, this.#env.random())
    }
    this.#wait(wait)
  }

  #wait(ms: number): void {
    this.retryAt = this.#env.now() + ms
    this.#set('waiting')
    this.#timer('retry', ms, () => this.#connect())
  }

  /** Ends the socket and everything that depends on it. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#leaveAt = undefined
    this.retryAt = undefined
    for (const cancel of this.#cancels.values()) cancel()
    this.#cancels.clear()
    this.#pacer.clear()
    this.#on.forgetToken()
    socket?.close()
    if (this.phase === 'open') this.#on.lost()
  }

  #set(phase: LinkPhase): void {
    this.phase = phase
    this.#on.changed()
  }

  #timer(name: string, ms: number, run: () => void): void {
    this.#cancels.get(name)?.()
    // Longer delays overflow in browsers and fire at once.
    this.#cancels.set(name, this.#env.after(Math.min(ms, 2 ** 31 - 1), run))
  }
}
