import { Suspense, useState } from 'react'
import type { Bracket, SurvivorGroup, Tournament } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { outOf } from '../rounds'
import { CloseGroup } from './close-group'
import { part } from '@/ui/load'

const EntryDialog = part(async () => ({ default: (await import('./entry-dialog')).EntryDialog }))

interface MapActsProps {
  tournament: Tournament
  bracket: Bracket
  group: SurvivorGroup
  /** One of several in a list: none is the main action */
  quiet?: boolean
}

/** The actions on a survivor group: enter its next map, correct an earlier one, and close it at last. */
export function MapActs({ tournament, bracket, group, quiet = false }: MapActsProps) {
  const t = useTexts('competition')
  const [entered, setEntered] = useState<{ map: number; heat?: number }>()
  const setMap = (map: number) => setEntered({ map })
  const next = nextMap(group, bracket)
  const ties = group.heats.filter(({ extra }) => extra)
  const names = new Map(bracket.entrants.map(({ contestantId, name }) => [contestantId, name]))
  const [heat] = group.heats
  if (bracket.finished || !heat) return null
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {next !== undefined && !group.complete && (
        <Button look={quiet ? 'plain' : 'primary'} size={quiet ? 'sm' : 'md'} onClick={() => setMap(next)}>
          {t('entry.open', { map: next })}
        </Button>
      )}
      {(next === undefined || next > 1) && (
        <Button size={quiet ? 'sm' : 'md'} onClick={() => setMap((next ?? (bracket.settings.maps ?? 1) + 1) - 1)}>
          {t('entry.edit', { map: (next ?? (bracket.settings.maps ?? 1) + 1) - 1 })}
        </Button>
      )}
      {ties.map(({ heat: number, maps }) => (
        <Button key={number} size={quiet ? 'sm' : 'md'} onClick={() => setEntered({ map: 1, heat: number })}>
          {t(maps.some(({ state }) => state === 'published') ? 'entry.editTie' : 'entry.openTie')}
        </Button>
      ))}
      <CloseGroup bracket={bracket} matchId={heat.matchId} group={group} name={(id) => names.get(id) ?? ''} />
      {entered && (
        <Suspense fallback={null}>
          <EntryDialog
            tournament={tournament}
            bracket={bracket}
            group={group}
            map={entered.map}
            tie={entered.heat}
            onEnd={() => setEntered(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the first map that some heat of the group has not published; undefined after the last. A heat that everyone left plays none. */
function nextMap({ heats }: Pick<SurvivorGroup, 'heats'>, { settings, entrants }: Bracket): number | undefined {
  const all = Array.from({ length: settings.maps ?? 1 }, (_, index) => index + 1)
  const out = outOf(entrants)
  const counted = heats.filter((heat) => !heat.extra && !heat.entrants.every((id) => out.has(id)))
  return all.find((map) => counted.some((heat) => !heat.maps.some((each) => each.map === map && each.state === 'published')))
}
