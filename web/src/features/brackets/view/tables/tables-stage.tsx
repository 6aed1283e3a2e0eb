import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import type { Bracket, BracketGroup, Tournament } from '@/api/generated'
import { texts } from '@/i18n'
import { News } from '../news'
import { Printable } from '../printable'
import { lookupOf as knownOf } from '../../rounds'
import { useViewer } from '../../use-viewer'
import { useBracketLabels } from '../../labels'
import { Tables } from './tables'
import { part } from '@/ui/load'

const MatchSheet = part(async () => ({ default: (await import('../match-sheet')).MatchSheet }))
const CloseGroup = part(async () => {
  const [{ CloseGroup }] = await Promise.all([import('../../run/close-group'), texts('competition')()])
  return { default: CloseGroup }
})

/** A round robin in play; staff enter results and close groups here. */
export function TablesStage({ tournament, bracket }: { tournament: Tournament; bracket: Bracket }) {
  const { mine, runs } = useViewer(tournament.id)
  const known = useMemo(() => knownOf(bracket), [bracket])
  const labels = useBracketLabels(known)
  const [open, setOpen] = useState<number>()
  const { group: chosen } = useSearch({ strict: false })
  const navigate = useNavigate()
  // The viewer's own group needs no parameter.
  const choose = (group: number) => void navigate({ to: '.', search: (before) => ({ ...before, group }), resetScroll: false })
  const close = (group: BracketGroup) => {
    const match = bracket.matches.find((each) => each.group === group.group)
    return (
      match && (
        <Suspense fallback={null}>
          <CloseGroup bracket={bracket} matchId={match.id} group={group} name={labels.name} />
        </Suspense>
      )
    )
  }
  return (
    <>
      <Printable tournament={tournament} bracket={bracket}>
        <Tables
          bracket={bracket}
          mine={mine}
          chosen={chosen}
          onChoose={choose}
          onMatch={({ id }) => setOpen(id)}
          acts={runs ? close : undefined}
        />
      </Printable>
      <News bracket={bracket} labels={labels} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <MatchSheet
            bracket={bracket}
            known={known}
            labels={labels}
            id={open}
            decides={runs}
            onOpen={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
