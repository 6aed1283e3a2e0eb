import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { Bracket, Tournament } from '@/api/generated'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useContent, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { ConnectionMark } from '@/live/connection-mark'
import { cx } from '@/ui/cx'
import { LimeSlice } from '@/ui/logo'
import { Played } from '@/features/brackets/view/stage-view'
import { Framed } from '@/features/brackets/use-viewer'
import { currentStage } from '@/features/brackets/show/current'
import { useLiveTournament, useShow } from '@/features/brackets/show/use-show'

/** The light colours, for a frame in a light page. Lime is darker, to be legible on white. */
const LIGHT = {
  '--color-ink': '#ffffff',
  '--color-ground': '#f6f8f6',
  '--color-panel': '#f1f4f1',
  '--color-raise': '#e6ebe7',
  '--color-line': '#d3dbd5',
  '--color-control': '#76857c',
  '--color-text': '#101612',
  '--color-mute': '#4c5a51',
  '--color-lime': '#3d6b00',
  '--color-lime-dim': '#e4f5c4',
  '--color-amber': '#7a5200',
  '--color-amber-dim': '#fdf0d2',
  '--color-red': '#a82a1d',
  '--color-red-dim': '#fde4e1',
} as CSSProperties

/** A tournament in a frame of another site: for viewing only. */
export function EmbedPage() {
  const { id } = useParams({ from: '/esport/tournament/$id/embed' })
  const { stage, theme } = useSearch({ from: '/esport/tournament/$id/embed' })
  const { tournament, bracket, error } = useShow(Number(id), stage)
  const t = useTexts('show')
  return (
    <div style={theme === 'light' ? LIGHT : undefined} className="min-h-dvh bg-ink p-4 text-text">
      {tournament ? <Loaded tournament={tournament} bracket={bracket} /> : error && <p className="text-mute">{t('gone')}</p>}
    </div>
  )
}

function Loaded({ tournament, bracket }: { tournament: Tournament; bracket: Bracket | undefined }) {
  useLiveTournament(tournament)
  const t = useTexts('show')
  const content = useContent()
  const { id } = tournament
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h1 className="text-lg">
          {/* Leaves the frame for the page itself. */}
          <Link
            to="/esport/tournament/$id"
            params={{ id: String(id) }}
            target="_blank"
            className="flex min-h-11 items-center gap-2.5 hover:text-lime"
          >
            <LimeSlice className="size-5 flex-none" />
            {content(tournament.name)}
          </Link>
        </h1>
        {tournament.phase !== 'finished' && tournament.phase !== 'cancelled' && <ConnectionMark />}
      </header>
      {bracket ? (
        <EntrantScope value={entrantKind(tournament)}>
          <Stages id={id} bracket={bracket} />
          <Framed value>
            <Played tournament={tournament} bracket={bracket} />
          </Framed>
        </EntrantScope>
      ) : (
        <p className="text-mute">{t(tournament.bracketPublishedAt ? 'loading' : 'notYet')}</p>
      )}
    </div>
  )
}

function Stages({ id, bracket }: { id: number; bracket: Bracket }) {
  const t = useTexts('brackets')
  const open = bracket.stages.filter(({ state }) => state === 'published' || state === 'decided')
  if (open.length < 2) return null
  const current = currentStage(bracket.stages)
  return (
    <nav aria-label={t('stages.label')} className="flex flex-wrap gap-2">
      {open.map(({ stage, name }) => (
        <Link
          key={stage}
          to="/esport/tournament/$id/embed"
          params={{ id: String(id) }}
          search={({ theme }) => ({ ...(theme && { theme }), ...(stage !== current && { stage }) })}
          className={cx(
            'num flex min-h-11 items-center rounded-control px-4 text-sm ring-1 ring-inset',
            stage === bracket.stage ? 'bg-raise ring-text' : 'text-mute ring-control',
          )}
        >
          {name || t('stages.stage', { stage })}
        </Link>
      ))}
    </nav>
  )
}
