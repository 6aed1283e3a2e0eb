import { useEffect, useRef, useState } from 'react'
import { useSession } from '@/api/session'
import { signal, useSignal } from '@/live'

const EXPIRES_MS = 6_000
const AGAIN_MS = 2_500

interface Writer {
  user: number
  /** The newest message at that time: a later one by the same user ends it. */
  seq: number
}

/** Returns the ids of users who are typing. `last`: the newest message. */
export function useTyping(topic: string | undefined, last: { userId?: number | null; seq: number } | undefined): readonly number[] {
  const me = useSession((session) => session.me?.id)
  const [writers, setWriters] = useState<readonly Writer[]>([])
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  useSignal(topic, (name, sender) => {
    const user = Number(sender)
    if (name !== 'typing' || user === me) return
    clearTimeout(timers.current.get(user))
    const others = (all: readonly Writer[]) => all.filter((each) => each.user !== user)
    timers.current.set(
      user,
      setTimeout(() => setWriters(others), EXPIRES_MS),
    )
    setWriters((all) => [...others(all), { user, seq: last?.seq ?? 0 }])
  })
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  return writers.filter(({ user, seq }) => !(last?.userId === user && last.seq > seq)).map(({ user }) => user)
}

/** Tells the others from time to time that the user is typing. */
export function useTellTyping(topic: string | undefined): () => void {
  const said = useRef(0)
  return () => {
    if (topic === undefined || Date.now() - said.current < AGAIN_MS) return
    said.current = Date.now()
    signal(topic, 'typing')
  }
}
