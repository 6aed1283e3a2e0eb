import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiProblem } from '@/api/problem'
import { refusalOf } from '@/api/refusal'
import { useUploadLimits } from '@/features/profile/limits'
import { FileRefused, readyPicture } from '@/features/profile/resize'
import type { Source } from './calls'
import type { MessagePicture, ProblemCode } from '@/api/generated'
import { messageNewLimits } from '@/api/limits.gen'

/** A picture being added to a message. */
export interface Attached {
  key: number
  file: File
  /** From 0 to 1. */
  share: number
  done?: MessagePicture
  /** Reason of the failure: a code of the form's texts, or a text ready to show. */
  error?: { code?: ProblemCode; message?: string }
  /** The server did not answer: it is sent again once there is a connection. */
  waits?: boolean
}

/** Interval of retries while the browser believes that it is online. */
const AGAIN_MS = 8_000
const GATEWAY = 502

/** Pictures chosen for the next message: scaled down and uploaded at once, one after the other. */
export function usePictures(source: Pick<Source, 'upload'>) {
  const limits = useUploadLimits()
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const number = useRef(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const change = (key: number, news: Partial<Attached>) =>
    setAttached((all) => all.map((each) => (each.key === key ? { ...each, ...news } : each)))
  const send = ({ key, file }: Attached) => {
    line.current = line.current.then(async () => {
      try {
        const ready = await readyPicture(file, 'picture', limits)
        change(key, { done: await source.upload(ready, (share) => change(key, { share })), share: 1 })
      } catch (error) {
        change(key, { share: 0, ...(isAway(error) ? { waits: true } : { error: whyNot(error) }) })
      }
    })
  }
  const again = (failed: Attached) => {
    const { error: _, waits: __, ...rest } = failed
    setAttached((all) => all.map((each) => (each.key === failed.key ? rest : each)))
    send(rest)
  }
  const away = attached.some(({ waits }) => waits)
  const allAgain = useEffectEvent(() => attached.filter(({ waits }) => waits).forEach(again))
  useEffect(() => {
    if (!away) return
    const back = () => allAgain()
    addEventListener('online', back)
    const timer = setInterval(() => navigator.onLine && allAgain(), AGAIN_MS)
    return () => {
      removeEventListener('online', back)
      clearInterval(timer)
    }
  }, [away])
  return {
    attached,
    /** Some wait for a connection. */
    away,
    done: attached.every(({ done }) => done !== undefined),
    /** Returns how many did not fit. */
    add: (files: readonly File[]): number => {
      const room = Math.max(0, messageNewLimits.pictures - attached.length)
      const taken = files.slice(0, room).map((file): Attached => ({ key: (number.current += 1), file, share: 0 }))
      setAttached([...attached, ...taken])
      taken.forEach(send)
      return files.length - taken.length
    },
    again,
    remove: (key: number) => setAttached((all) => all.filter((each) => each.key !== key)),
    clear: () => setAttached([]),
  }
}

/** No answer at all, or none from the service itself. */
const isAway = (error: unknown): boolean => error instanceof ApiProblem && (error.status === 0 || error.status >= GATEWAY)

function whyNot(error: unknown): { code?: ProblemCode; message?: string } {
  if (error instanceof FileRefused) return { code: error.code }
  const message = error instanceof ApiProblem ? refusalOf(error) : ''
  return message ? { message } : {}
}
