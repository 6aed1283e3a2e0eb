import type { Bracket } from '@/api/generated'
import { useEffect, useRef, useState } from 'react'

const SHOWN_MS = 2_400
const NONE: ReadonlySet<number> = new Set()

/** Returns matches that have just changed, for a moment. */
export function useFresh({ matches, stage, at }: Pick<Bracket, 'matches' | 'stage' | 'at'>): ReadonlySet<number> {
  const [fresh, setFresh] = useState(NONE)
  const seen = useRef<{ of: string; versions: ReadonlyMap<number, number> }>(undefined)
  useEffect(() => {
    const of = `${stage} ${at ?? ''}`
    const before = seen.current
    seen.current = { of, versions: new Map(matches.map(({ id, version }) => [id, version])) }
    // Another stage, or another time, is not a change.
    if (before?.of !== of) return
    const changed = matches.filter(({ id, version }) => before.versions.get(id) !== version)
    if (changed.length === 0) return
    setFresh(new Set(changed.map(({ id }) => id)))
    const timer = setTimeout(() => setFresh(NONE), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [matches, stage, at])
  return fresh
}
