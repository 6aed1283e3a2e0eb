import { MoveRight } from 'lucide-react'
import type { BracketEntrant } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'
import { EmptyState } from '@/ui/feedback'
import { groupName } from '../labels'
import { type Arrangement, movedSince, type LinePosition, placesOf } from './arrangement'

interface CompareProps {
  before: Arrangement
  now: Arrangement
  isBracket: boolean
  entrants: ReadonlyMap<number, BracketEntrant>
}

const MOST = 300

/** Lists the entrants who moved since the previous draft, and their opponents. */
export function Compare({ before, now, isBracket, entrants }: CompareProps) {
  const t = useEntrantTexts('draw')
  const [was, is] = [placesOf(before), placesOf(now)]
  const moved = [...movedSince(before, now)].sort((one, other) => (entrants.get(one)?.seed ?? 0) - (entrants.get(other)?.seed ?? 0))
  const place = (at: LinePosition | undefined, of: Arrangement) => {
    if (!at) return t('compare.nowhere')
    if (!isBracket) return t('lines.group', { part: groupName(at.section + 1) })
    const other = of[at.section]?.[at.line ^ 1]
    const against = other === null || other === undefined ? t('lines.bye') : (entrants.get(other)?.name ?? '')
    return t('compare.against', { pair: Math.floor(at.line / 2) + 1, name: against })
  }
  if (moved.length === 0) return <EmptyState>{t('compare.same')}</EmptyState>
  return (
    <div>
      <p className="mb-3 text-mute">{t('compare.text', { count: moved.length })}</p>
      <ul className="rounded-panel border border-line bg-panel px-4">
        {moved.slice(0, MOST).map((who) => (
          <li
            key={who}
            className="grid grid-cols-1 gap-x-4 border-b border-line py-2.5 last:border-0 sm:grid-cols-[1fr_1fr_auto_1fr] sm:items-center"
          >
            <span className="min-w-0 break-words">
              <span className="num mr-2 text-mute">{entrants.get(who)?.seed}</span>
              {entrants.get(who)?.name}
            </span>
            <span className="text-sm text-mute">{place(was.get(who), before)}</span>
            <MoveRight className="size-4 text-mute max-sm:hidden" aria-hidden="true" />
            <span className="text-sm">{place(is.get(who), now)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
