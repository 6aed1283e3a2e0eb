import { Suspense } from 'react'
import type { Bracket, SurvivorGroup, Tournament } from '@/api/generated'
import { texts } from '@/i18n'
import { Printable } from '../printable'
import { useViewer } from '../../use-viewer'
import { Board } from './board'
import { part } from '@/ui/load'

const MapActs = part(async () => {
  const [{ MapActs }] = await Promise.all([import('../../run/map-acts'), texts('competition')()])
  return { default: MapActs }
})

/** A survivor stage in play; staff enter maps and close groups here. */
export function BoardStage({ tournament, bracket }: { tournament: Tournament; bracket: Bracket }) {
  const { mine, runs } = useViewer(tournament.id)
  const acts = (group: SurvivorGroup) => (
    <Suspense fallback={<div className="h-12" />}>
      <MapActs tournament={tournament} bracket={bracket} group={group} />
    </Suspense>
  )
  return (
    <Printable tournament={tournament} bracket={bracket}>
      <Board bracket={bracket} mine={mine} acts={runs ? acts : undefined} />
    </Printable>
  )
}
