import { useEffect, useMemo, useRef } from 'react'
import type { MessagePicture } from '@/api/generated'
import { matchScoreSentLimits } from '@/api/limits.gen'
import { matchSource } from '@/features/messages/calls'
import { type Attached, usePictures } from '@/features/messages/use-pictures'

type Change = (proofs: readonly MessagePicture[]) => readonly MessagePicture[]

export interface Proofs {
  /** Uploaded while the sheet was open before */
  earlier: readonly MessagePicture[]
  attached: readonly Attached[]
  full: boolean
  sending: boolean
  failed: readonly Attached[]
  /** Returns how many did not fit. */
  add: (files: readonly File[]) => number
  again: (failed: Attached) => void
  remove: (proof: Attached | MessagePicture) => void
  /** Drops all of them, since they belong to an earlier text. */
  clear: () => void
}

/**
 * The pictures of a report. Uploaded ones are stored with it, even if the sheet was closed in the meantime.
 * @param onProofs changes what is kept
 */
export function useProofs(matchId: number, proofs: readonly MessagePicture[], onProofs: (change: Change) => void): Proofs {
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  const source = useMemo(() => {
    const own = matchSource(matchId)
    return {
      ...own,
      upload: async (...sent: Parameters<typeof own.upload>) => {
        const done = await own.upload(...sent)
        if (closed.current) onProofs((all) => withProof(all, done))
        return done
      },
    }
  }, [matchId, onProofs])
  const { attached, add, again, remove, clear } = usePictures(source)
  const here = new Set(attached.flatMap(({ done }) => (done ? [done.id] : [])))
  useEffect(() => {
    onProofs((all) => attached.reduce((found, { done }) => (done ? withProof(found, done) : found), all))
  }, [attached, onProofs])
  const earlier = proofs.filter(({ id }) => !here.has(id))
  const room = Math.max(0, matchScoreSentLimits.proofs - earlier.length - attached.length)
  const forget = (id: string) => onProofs((all) => all.filter((each) => each.id !== id))
  return {
    earlier,
    attached,
    full: room === 0,
    sending: attached.some(({ done, error }) => !done && !error),
    failed: attached.filter(({ error }) => error),
    add: (files) => {
      if (room > 0) add(files.slice(0, room))
      return Math.max(0, files.length - room)
    },
    again,
    remove: (proof) => {
      if ('id' in proof) return forget(proof.id)
      remove(proof.key)
      if (proof.done) forget(proof.done.id)
    },
    clear,
  }
}

/** Each picture once, and no more than a report takes. */
export function withProof(proofs: readonly MessagePicture[], proof: MessagePicture): readonly MessagePicture[] {
  return proofs.length >= matchScoreSentLimits.proofs || proofs.some(({ id }) => id === proof.id) ? proofs : [...proofs, proof]
}
