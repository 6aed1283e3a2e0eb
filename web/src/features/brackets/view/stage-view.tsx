import { Link } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef } from 'react'
import type { Bracket, BracketStage, Tournament } from '@/api/generated'
import { FORMATS } from '@/features/tournaments/formats'
import type { FormatRules } from '@/features/tournaments/formats/format'
import { useTexts } from '@/i18n'
import { centre } from '@/ui/centre'
import { cx } from '@/ui/cx'
import { BoardStage } from './board/board-stage'
import { TablesStage } from './tables/tables-stage'
import { BracketView } from './bracket-view'

const VIEWS: Record<FormatRules['view'], ComponentType<{ tournament: Tournament; bracket: Bracket }>> = {
  bracket: BracketView,
  tables: TablesStage,
  board: BoardStage,
}

/** A stage in play: a tree, tables, or a board; with links to the other stages. */
export function StageView({ tournament, bracket }: { tournament: Tournament; bracket: Bracket }) {
  return (
    <div className="flex flex-col gap-5">
      {bracket.stages.length > 1 && <Stages id={tournament.id} stages={bracket.stages} here={bracket.stage} />}
      <Played key={bracket.stage} tournament={tournament} bracket={bracket} />
    </div>
  )
}

/** The stage without the links to the others. */
export function Played({ tournament, bracket }: { tournament: Tournament; bracket: Bracket }) {
  const View = VIEWS[FORMATS[bracket.settings.format].view]
  return <View tournament={tournament} bracket={bracket} />
}

/** The stages, in order of play; a stage that is not drawn yet cannot be opened. */
function Stages({ id, stages, here }: { id: number; stages: readonly BracketStage[]; here: number }) {
  const t = useTexts('brackets')
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    centre(row.current, '[aria-current]')
  }, [here])
  return (
    <nav ref={row} aria-label={t('stages.label')} className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0 print:hidden">
      <ol className="flex gap-2 py-1">
        {stages.map(({ stage, name, format, state, matches, decided }) => {
          const label = name || t('stages.stage', { stage })
          const open = state === 'published' || state === 'decided'
          const look = 'flex min-h-11 flex-none flex-col justify-center rounded-control px-4 py-1 whitespace-nowrap ring-1 ring-inset'
          // A heat does not count as a match.
          const played = FORMATS[format].hasHeats ? t('state.playing') : `${decided}/${matches}`
          const note = state === 'decided' ? t('stages.decided') : open ? played : t('stages.waits')
          return (
            <li key={stage} className="flex-none">
              {open ? (
                <Link
                  to="/esport/tournament/$id/bracket"
                  params={{ id: String(id) }}
                  search={{ stage }}
                  resetScroll={false}
                  aria-current={stage === here ? 'page' : undefined}
                  className={cx(look, stage === here ? 'bg-raise ring-text' : 'text-mute ring-control hover:text-text')}
                >
                  <span className="num text-sm">{label}</span>
                  <span className="num text-xs text-mute">{note}</span>
                </Link>
              ) : (
                <span className={cx(look, 'text-mute ring-line')}>
                  <span className="num text-sm">{label}</span>
                  <span className="text-xs">{note}</span>
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
