import { useMemo, useRef } from 'react'
import type { Bracket } from '@/api/generated'
import { FORMATS } from '@/features/tournaments/formats'
import { useTexts } from '@/i18n'
import { useLabelsFor } from '../labels'
import { useNarrowScreen } from '../view/use-narrow-screen'
import { ZoomTools } from '../view/zoom-tools'
import { Canvas, type Plane } from '../view/canvas'
import { Phone } from '../view/phone'
import { groupName } from '../labels'
import { type Arrangement, type Swap, swappedMatches } from './arrangement'

interface PreviewProps {
  bracket: Bracket
  swaps: readonly Swap[]
  arrangement: Arrangement
}

const NONE: ReadonlySet<number> = new Set()
const nothing = () => undefined

/** The draft as the public will see it. */
export function Preview({ bracket, swaps, arrangement }: PreviewProps) {
  const shown = useMemo(() => ({ ...bracket, matches: swappedMatches(bracket.matches, swaps) }), [bracket, swaps])
  const { known, labels } = useLabelsFor(shown)
  const narrow = useNarrowScreen()
  const canvas = useRef<Plane>(null)
  if (FORMATS[bracket.settings.format].hasGroups) return <Groups bracket={bracket} arrangement={arrangement} />
  const same = { bracket: shown, known, labels, who: undefined, way: undefined, fresh: NONE, onOpen: nothing }
  if (narrow) return <Phone {...same} ref={null} />
  return (
    <div className="flex flex-col gap-3">
      <div className="flex justify-end">
        <ZoomTools canvas={canvas} />
      </div>
      <Canvas {...same} shape={bracket.entrants.length <= 64 ? 'both' : 'right'} onLight={nothing} ref={canvas} />
    </div>
  )
}

function Groups({ bracket, arrangement }: Omit<PreviewProps, 'swaps'>) {
  const t = useTexts('draw')
  const entrants = new Map(bracket.entrants.map((entrant) => [entrant.contestantId, entrant]))
  return (
    <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:grid-cols-3">
      {arrangement.map((lines, index) => (
        <li key={index} className="rounded-panel border border-line bg-panel p-4">
          <h2 className="mb-2 text-base">{t('lines.group', { part: groupName(index + 1) })}</h2>
          <ol>
            {lines.map((who) =>
              who === null ? null : (
                <li key={who} className="flex gap-3 border-t border-line py-1.5 text-sm">
                  <span className="num w-6 flex-none text-right text-mute">{entrants.get(who)?.seed}</span>
                  <span className="min-w-0 break-words">{entrants.get(who)?.name}</span>
                </li>
              ),
            )}
          </ol>
        </li>
      ))}
    </ol>
  )
}
