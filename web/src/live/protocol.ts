/** Messages between a tab and the engine, through a port or within the page. All of them can be cloned. */

/** `live`: the page is current. `connecting`: it will be soon. `offline`: no network, or signed out by force. */
export type ConnectionState = 'live' | 'connecting' | 'offline'

export interface LiveEvent<E = unknown> {
  /** Such as `order.changed`. */
  event: string
  data: E
  /** Number of the event in its topic. */
  offset: number
  /** When it was committed: RFC 3339, UTC. */
  at: string
}

export type FromTab =
  /** First message. The tab holds the Web Lock `lockName(tab)` as long as it lives. */
  | { type: 'attach'; tab: string; visible: boolean; online: boolean }
  | { type: 'detach' }
  /** `anew`: a new listener has to be brought up to date; else the grant has been renewed. */
  | { type: 'join'; topic: string; grant?: string; anew: boolean }
  | { type: 'leave'; topic: string }
  | { type: 'signal'; topic: string; name: string }
  /** Answer to `ask`. Neither token nor failure: a visitor. */
  | { type: 'token'; ask: number; token?: string; failed?: boolean }
  /** Signed in or out in this tab. */
  | { type: 'session' }
  | { type: 'visible'; visible: boolean }
  | { type: 'network'; online: boolean }
  /** The page is back (from the back-forward cache, say): check whether the socket still lives. */
  | { type: 'nudge' }

export type ToTab =
  /** Sent by a worker: it lives as long as it holds this Web Lock. */
  | { type: 'ready'; lock: string }
  /** `retryAt` in this device's Unix milliseconds; `clockOffset` is server time minus device time. */
  | { type: 'connection'; state: ConnectionState; retryAt?: number; clockOffset: number }
  | ({ type: 'event'; topic: string; epoch: string } & LiveEvent)
  /** Events were missed, or a new grant is needed: read by REST. */
  | { type: 'reload'; topic: string }
  | { type: 'signal'; topic: string; name: string; user: string }
  | { type: 'presence'; topic: string; users: string[] }
  /** Requests an access token; `refused` is one that is no longer valid. */
  | { type: 'ask'; ask: number; refused?: string }
  | { type: 'revoked' }

/** Web Lock by which a tab or worker shows that it lives: getting it means that its holder is gone. */
export function lockName(id: string): string {
  return `manao-live-${id}`
}
