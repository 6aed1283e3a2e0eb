import { client, type TokenSource } from './client'

export { type Handlers, useConnectionMark, useTopic } from './hooks'
// For the match room, and for the page of the browser tests.
/** @public */
export { type Live, useConnection, usePresence, useSignal } from './hooks'
export { newer } from './newer'

/** The server's clock in Unix milliseconds, for every countdown. */
export function serverNow(): number {
  return client.now()
}

/** Sends the others in a topic an ephemeral signal, such as `typing`, at most once every two seconds. @public */
export function signal(topic: string, name: string): void {
  client.signal(topic, name)
}

/**
 * Set once at start, before anything listens. `onRevoked`: the hub withdrew the right to connect (a suspension, say);
 * it connects again only after {@link sessionChanged}.
 */
export function setTokenSource(source: TokenSource, onRevoked: () => void): void {
  client.setTokenSource(source, onRevoked)
}

/** Call after signing in or out in this tab: the connection starts over with the new rights. */
export function sessionChanged(): void {
  client.sessionChanged()
}
