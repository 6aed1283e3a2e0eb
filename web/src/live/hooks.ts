import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { LiveEvent } from '@/api/generated/types.gen'
import { useOnline } from '@/ui/online'
import { client, type Connection } from './client'

/** The live part of a resource's REST answer. */
export interface Live {
  topic: string
  grant?: string | null | undefined
}

type Name = LiveEvent['event']

/** Handlers by event name; other events are ignored. The payloads are those that the server declares. */
export type Handlers = { [E in Name]?: (data: Extract<LiveEvent, { event: E }>['data']) => void }

/**
 * Listens to the topic of a resource while the component is mounted. Events come once and in order.
 * `onReload` says that events may have been missed, or that the grant has to be renewed: read the resource by REST again
 * and hand the new `live` in. Every log topic reloads once after joining, because its REST answer was made before.
 */
export function useTopic(live: Live | undefined, handlers: Handlers, opts?: { onReload?: () => void }): void {
  // The name on the wire becomes a type here: name and payload belong together.
  const event = useEffectEvent((name: string, data: unknown) => handlers[name as Name]?.(data as never))
  const reload = useEffectEvent(() => opts?.onReload?.())
  const topic = live?.topic
  const grant = live?.grant ?? undefined
  const grantNow = useEffectEvent(() => grant)
  useEffect(() => {
    if (topic === undefined) return
    return client.listen(topic, grantNow(), { event: (heard) => event(heard.event, heard.data), reload: () => reload() })
  }, [topic])
  useEffect(() => {
    if (topic !== undefined && grant !== undefined) client.renewGrant(topic, grant)
  }, [topic, grant])
}

/** Others' signals (such as `typing`) in a topic that this page listens to by {@link useTopic}. */
export function useSignal(topic: string | undefined, onSignal: (name: string, user: string) => void): void {
  const handle = useEffectEvent(onSignal)
  useEffect(() => {
    if (topic === undefined) return
    return client.onSignal(topic, (name, user) => handle(name, user))
  }, [topic])
}

const NOBODY: readonly string[] = []

/** Ids of the users who are in a topic that this page listens to by {@link useTopic}. */
export function usePresence(topic: string | undefined): readonly string[] {
  return useStore(client.presence, (topics) => (topic === undefined ? NOBODY : (topics[topic] ?? NOBODY)))
}

/** Whether this page is current. */
export function useConnection(): Connection {
  return useStore(client.connection)
}

/** The connection mark: keys of its texts, and the seconds of `backIn`. */
export type ConnectionMark = { label: 'live' | 'connecting' | 'offline' } | { label: 'backIn'; seconds: number }

/** The connection mark without its look: offline as soon as the browser says so. Counts down each second until the next attempt. */
export function useConnectionMark(): ConnectionMark {
  const connection = useConnection()
  const online = useOnline()
  const { state, retryInMs } = connection
  const [passed, setPassed] = useState({ of: connection, ms: 0 })
  useEffect(() => {
    if (state !== 'connecting' || retryInMs === undefined) return
    const since = Date.now()
    const timer = setInterval(() => setPassed({ of: connection, ms: Date.now() - since }), 1_000)
    return () => clearInterval(timer)
  }, [connection, state, retryInMs])
  if (!online) return { label: 'offline' }
  if (state !== 'connecting' || retryInMs === undefined) return { label: state }
  const seconds = Math.ceil((retryInMs - (passed.of === connection ? passed.ms : 0)) / 1_000)
  return seconds > 0 ? { label: 'backIn', seconds } : { label: state }
}
