import type { MatchRoom, RoomReport } from '@/api/generated'
import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { PictureButton } from './picture'
import { reportsBySide } from './room'
import { useMatchLabels } from './labels'

const SIDES = ['home', 'away'] as const

interface ReportsProps {
  room: MatchRoom
  /** For comparing: pictures are as large as possible, and are not cropped */
  large?: boolean
}

/** The reports of both sides, side by side, with their proofs. */
export function Reports({ room, large = false }: ReportsProps) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const found = reportsBySide(room.reports)
  if (!found.home && !found.away) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-base">{t('reports.heading')}</h2>
      <div className="grid grid-cols-2 gap-2 md:gap-3">
        {SIDES.map((side) => {
          const report = found[side]
          return (
            <article
              key={side}
              aria-label={labels.name(room, side)}
              className={cx('flex min-w-0 flex-col gap-2 rounded-panel border border-line p-3', report ? 'bg-panel' : 'border-dashed')}
            >
              <p className="flex min-w-0 items-center gap-2 text-sm">
                <TeamLogo name={labels.name(room, side)} shortName={room[side]?.shortName} logo={room[side]?.logo} size="sm" />
                <span className="min-w-0 break-words">{labels.short(room, side)}</span>
              </p>
              {report ? (
                <Report room={room} report={report} large={large} />
              ) : (
                <p className="text-sm text-mute">{t(room.now.reported[side] ? 'reports.hidden' : 'reports.none')}</p>
              )}
            </article>
          )
        })}
      </div>
    </section>
  )
}

function Report({ room, report, large }: Required<ReportsProps> & { report: RoomReport }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const name = labels.name(room, report.side)
  return (
    <>
      {report.kind === 'no_show' ? (
        <p>{t('reports.noShow')}</p>
      ) : (
        <div>
          <p className="num text-3xl">
            {report.homeScore}–{report.awayScore}
          </p>
          <p className="num text-sm text-mute">{report.games.map(({ home, away }) => `${home}–${away}`).join(' · ')}</p>
        </div>
      )}
      <p className="text-xs break-words text-mute">
        {report.name} · <span className="inline-block">{labels.at(report.createdAt)}</span>
      </p>
      {report.proofs.length > 0 && (
        <ul className={cx('grid grid-cols-1 gap-2', !large && 'xs:grid-cols-2')}>
          {report.proofs.map((proof, index) => (
            <li key={proof.id} className="flex flex-col gap-1">
              <PictureButton
                matchId={room.id}
                id={proof.id}
                alt={t('reports.proof', { number: index + 1, name })}
                whole={large ? proof : undefined}
              />
              {proof.reusedIn && (
                // A report that is being decided stays open.
                <Link
                  to="/esport/match/$id"
                  params={{ id: String(proof.reusedIn.matchId) }}
                  target="_blank"
                  className="py-1 text-xs text-amber underline underline-offset-2"
                >
                  {t('reports.reused', { match: labels.match(proof.reusedIn.label), tournament: proof.reusedIn.tournamentName })}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
