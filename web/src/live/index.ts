import { client, type TokenSource } from './client'

// What this folder offers to features, whether or not one uses it yet.
/** @public */
export type { Connection, TokenSource } from './client'
/** @public */
export { type ConnectionMark, type Live, useConnection, useConnectionMark, usePresence, useSignal, useTopic } from './hooks'
/** @public */
export type { ConnectionState, LiveEvent } from './protocol'
/** @public */
export { createVersionedStore, type Versioned, type VersionedStore } from './store'

/** The server's clock in Unix milliseconds, for every countdown. */
export function serverNow(): number {
  return client.now()
}

/** Tells the others in a topic something that is not kept, such as `typing`. At most one each two seconds goes out. @public */
export function signal(topic: string, name: string): void {
  client.signal(topic, name)
}

/**
 * Set once at start, before anything listens. `onRevoked`: the hub withdrew the right to be here (suspended, say);
 * it connects again only after {@link sessionChanged}.
 */
export function setTokenSource(source: TokenSource, onRevoked: () => void): void {
  client.setTokenSource(source, onRevoked)
}

/** Call after signing in or out in this tab: the connection starts over with the new rights. */
export function sessionChanged(): void {
  client.sessionChanged()
}
