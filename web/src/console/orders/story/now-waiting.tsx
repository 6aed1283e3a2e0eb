import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { useDuration } from './duration'
import type { Waiting } from './standing'

/** The end of the story so far: whom the order waits for, counting. */
export function NowWaiting({ waiting, since }: { waiting: Waiting; since: string }) {
  const t = useTexts('consoleOrders')
  const duration = useDuration()
  const seconds = useSecondsSince(since)
  return (
    <p className="mt-2 border-t border-line pt-2 text-amber">
      <span aria-hidden="true" className="mr-2 inline-block size-2.5 rounded-full ring-2 ring-amber ring-inset" />
      {t(`waiting.${waiting}`, { time: duration(seconds) })}
    </p>
  )
}

function useSecondsSince(at: string): number {
  const read = () => Math.max(0, Math.floor((serverNow() - Date.parse(at)) / 1000))
  const [seconds, setSeconds] = useState(read)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.floor((serverNow() - Date.parse(at)) / 1000)))
    const first = setTimeout(tick, 0)
    const timer = setInterval(tick, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [at])
  return seconds
}
