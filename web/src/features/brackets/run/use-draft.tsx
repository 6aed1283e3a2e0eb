import { useEffect, useRef, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { submitMap } from './calls'
import type { MapResultRow, EntryRow } from './map-entry'
import { saveDraft } from './saved-draft'

const PAUSE_MS = 1_500

interface DraftProps {
  matchId: number
  map: number
  /** Version of the map as it was read */
  version: number
  rows: readonly EntryRow[]
  /** Rows that may be saved; undefined for a published map, whose correction is sent whole, with its reason */
  draft: MapResultRow[] | undefined
}

export type Draft = ReturnType<typeof useDraft>

/**
 * Saves the typed rows: on this device with every key, and after a pause with the server as a draft, as long as it has no fault. Other staff
 * then see the draft.
 */
export function useDraft({ matchId, map, version, rows, draft }: DraftProps) {
  const [state, setState] = useState<{ at?: number; saving?: boolean; offline?: boolean }>({})
  const [dirty, setDirty] = useState(false)
  const known = useRef(version)
  const running = useRef<Promise<void>>(undefined)
  const save = async (results: MapResultRow[]) => {
    setState((now) => ({ ...now, saving: true }))
    try {
      const { group } = await submitMap(matchId, { map, results, draft: true, version: known.current })
      known.current = group.heats.find((heat) => heat.matchId === matchId)?.maps.find((each) => each.map === map)?.version ?? known.current
      saveDraft(matchId, map, { version: known.current, rows: [...rows] })
      setState({ at: Date.now() })
    } catch (error) {
      setState({ offline: problemOf(error).status === 0 })
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!dirty || !draft) return
    timer.current = setTimeout(() => {
      setDirty(false)
      running.current = save(draft)
    }, PAUSE_MS)
    return () => clearTimeout(timer.current)
  })
  return {
    state,
    changed: (next: readonly EntryRow[]) => {
      saveDraft(matchId, map, { version: known.current, rows: [...next] })
      setDirty(true)
    },
    /** Stops saving the draft; returns the version it reached. */
    stop: async () => {
      clearTimeout(timer.current)
      setDirty(false)
      await running.current
      return known.current
    },
  }
}

export function DraftState({ draft: { state } }: { draft: Draft }) {
  const t = useTexts('competition')
  if (state.saving) return t('entry.saving')
  if (state.offline) return t('entry.kept')
  return state.at ? t('entry.saved', { at: formatTime(state.at) }) : null
}
