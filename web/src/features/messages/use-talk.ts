import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Me } from '@/api/generated'
import { ApiProblem } from '@/api/problem'
import { useSession } from '@/api/session'
import { type Handlers, type Live, useConnection, useTopic } from '@/live'
import { markRead, type Source } from './calls'
import { waitingOf } from './outbox'
import { storedOutbox } from './stored'
import { Talk, type TalkState } from './talk'

/** Threads kept in memory after their pages are closed. */
const KEPT = 8

const talks = new Map<string, Talk>()

/** Used while a user has just signed out, and their page is about to close. */
const NOBODYS = new Talk({
  read: () => Promise.reject(ApiProblem.offline()),
  send: () => Promise.reject(ApiProblem.offline()),
  markRead: async () => undefined,
  outbox: { load: async () => [], put: async () => false, remove: async () => undefined, alone: (work) => work() },
  me: undefined,
})
let owner: number | undefined

/** Returns the thread of a reader, one instance each: it goes on sending after its page is closed. */
export function talkOf({ key, ref, read, send, wasRead }: Source, me: Me): Talk {
  if (owner !== me.id) forgetTalks(me.id)
  const known = talks.get(key)
  const mark = async (threadId: number, seq: number) => {
    await markRead(threadId, seq)
    wasRead?.(seq)
  }
  const talk = known ?? new Talk({ read, send, markRead: mark, me: me.id, outbox: storedOutbox(me, ref) })
  if (!known) talk.store.subscribe(guardClosing)
  talks.delete(key)
  talks.set(key, talk)
  for (const [name, old] of talks) {
    if (talks.size <= KEPT) break
    if (old.store.getState().outbox.length > 0) continue
    old.end()
    talks.delete(name)
  }
  return talk
}

function forgetTalks(next: number | undefined): void {
  for (const talk of talks.values()) talk.end()
  talks.clear()
  guardClosing()
  owner = next
}

/** The browser asks before a tab with unsent messages is closed. */
function guardClosing(): void {
  const waits = [...talks.values()].some((talk) => waitingOf(talk.store.getState().outbox) > 0)
  if (waits) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

useSession.subscribe(({ me }) => {
  if (me?.id !== owner) forgetTalks(me?.id)
})

/** A thread that keeps itself current while it is shown. */
export function useTalk(source: Source, live: Live | undefined): { talk: Talk; state: TalkState; topic: string | undefined } {
  const me = useSession((session) => session.me)
  const talk = me ? talkOf(source, me) : NOBODYS
  const state = useStore(talk.store)
  const { state: connection } = useConnection()
  const at = state.live ?? live
  useEffect(() => {
    void talk.reread()
    return () => talk.left()
  }, [talk])
  useEffect(() => {
    if (connection === 'live') void talk.flush()
  }, [talk, connection])
  useEffect(() => {
    const flush = () => void talk.flush()
    addEventListener('online', flush)
    return () => removeEventListener('online', flush)
  }, [talk])
  useTopic(
    at,
    {
      'message.posted': (message) => talk.posted(message),
      'message.hidden': ({ threadId, seq, hidden }) => talk.hid(threadId, seq, hidden),
      'message.read': ({ threadId, ...read }) => talk.wasRead(threadId, read),
    } as Handlers & Told,
    { onReload: () => void talk.reread() },
  )
  return { talk, state, topic: at?.topic }
}

/** Events that the server is about to declare. */
interface Told {
  'message.hidden': (told: { threadId: number; seq: number; hidden: boolean }) => void
  'message.read': (told: { threadId: number; home?: number; away?: number; staff?: number; entrant?: number }) => void
}
