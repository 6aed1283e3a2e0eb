import { useLanguage, useTexts } from '@/i18n'
import { formatShortDay, formatDays } from '@/i18n/format'
import { cx } from '@/ui/cx'
import type { TournamentCard, TournamentPhase } from '@/api/generated'

const RAIL = ['upcoming', 'register', 'draw', 'competition', 'finished'] as const

interface Dates extends Pick<TournamentCard, 'phase' | 'registrationStartAt' | 'registrationEndAt' | 'startAt' | 'endAt' | 'finishedAt'> {
  publishedAt?: string | null | undefined
}

/** The phases of a tournament with their starts, and the current one. A cancelled tournament stands still. */
export function PhaseRail({ tournament }: { tournament: Dates }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const here = RAIL.indexOf(tournament.phase as (typeof RAIL)[number])
  const day = (at: string) => formatShortDay(at, language)
  const when: Record<(typeof RAIL)[number], string> = {
    upcoming: tournament.publishedAt ? day(tournament.publishedAt) : '',
    register: day(tournament.registrationStartAt),
    draw: day(tournament.registrationEndAt),
    // Only the current phase has room for its whole span.
    competition: tournament.phase === 'competition' ? formatDays(tournament.startAt, tournament.endAt, language) : day(tournament.startAt),
    finished: day(tournament.finishedAt ?? tournament.endAt),
  }
  return (
    <ol aria-label={t('rail')} className="flex gap-1.5 md:gap-1">
      {RAIL.map((phase, index) => (
        <li
          key={phase}
          aria-current={index === here ? 'step' : undefined}
          className={cx('flex min-w-min flex-col wrap-normal', index === here ? 'flex-[1.7]' : 'flex-1')}
        >
          <span aria-hidden="true" className={cx('block h-1', look(tournament.phase, index, here))} />
          <span className={cx('mt-1.5 flex-1 text-xs leading-5 md:text-sm', index === here ? 'text-lime' : 'text-mute')}>
            {t(`phase.${phase}`)}
          </span>
          <span className={cx('num block text-xs leading-5 md:text-sm', index !== here && 'text-mute')}>{when[phase]}</span>
        </li>
      ))}
    </ol>
  )
}

function look(phase: TournamentPhase, index: number, here: number): string {
  if (phase === 'cancelled') return 'bg-line'
  if (index === here) return 'bg-lime'
  return index < here ? 'bg-lime/45' : 'bg-line'
}
