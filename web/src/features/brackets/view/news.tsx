import { useEffect, useState } from 'react'
import type { Bracket } from '@/api/generated'
import { useFresh } from './use-fresh'
import type { BracketLabels } from '../labels'

/** Time for one sentence to be heard. */
const EACH_MS = 4_000
/** Limit of results announced at once; the newest are kept. */
const MOST = 5

/** Announces new results to screen readers, one short sentence at a time. */
export function News({ bracket, labels }: { bracket: Pick<Bracket, 'matches' | 'stage' | 'at'>; labels: BracketLabels }) {
  const fresh = useFresh(bracket)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [seen, setSeen] = useState(fresh)
  if (seen !== fresh) {
    setSeen(fresh)
    const came = bracket.matches.filter(({ id, state }) => fresh.has(id) && state === 'decided').map(labels.result)
    if (came.length > 0) setWaiting((before) => [...before.slice(0, 1), ...[...before.slice(1), ...came].slice(-MOST)])
  }
  const busy = waiting.length > 0
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => setWaiting(([, ...others]) => others), EACH_MS)
    return () => clearInterval(timer)
  }, [busy])
  return (
    <p role="status" className="sr-only">
      {waiting[0]}
    </p>
  )
}
