import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useSession } from '@/api/session'
import { type Handlers, type Live, useConnection, useTopic } from '@/live'
import { markRead, type Source } from './calls'
import { outboxIn } from './outbox'
import { Talk, type TalkState } from './talk'

/** So many threads stay at hand when their pages are closed. */
const KEPT = 8

const talks = new Map<string, Talk>()
let owner: number | undefined

/** One for each thread and reader: it goes on sending when its page is closed. */
function talkOf({ key, read, send, wasRead }: Source, me: number | undefined): Talk {
  if (owner !== me) forgetTalks(me)
  const known = talks.get(key)
  const mark = async (threadId: number, seq: number) => {
    await markRead(threadId, seq)
    wasRead?.(seq)
  }
  const talk = known ?? new Talk({ read, send, markRead: mark, me, outbox: outboxIn(() => sessionStorage, `${me}.${key}`) })
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
  owner = next
}

useSession.subscribe(({ me }) => {
  if (me?.id !== owner) forgetTalks(me?.id)
})

/** A thread that keeps itself current, for as long as somebody looks at it. */
export function useTalk(source: Source, live: Live | undefined): { talk: Talk; state: TalkState; topic: string | undefined } {
  const me = useSession((session) => session.me?.id)
  const talk = talkOf(source, me)
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
