import type { Tournament } from '@/api/generated'
import { useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { useLanguage } from '@/i18n'
import { Countdown, Moment } from './countdown'

const TEXTS = {
  register: { in: 'coming.register', at: 'coming.atRegister' },
  draw: { in: 'coming.draw', at: 'coming.atDraw' },
  competition: { in: 'coming.competition', at: 'coming.atCompetition' },
} as const

/** The next phase and its time; a phase that people start has no countdown. */
export function Coming({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const { phase, next, startAt, endAt, finishedAt } = tournament
  if (next && next.phase in TEXTS) {
    const text = TEXTS[next.phase as keyof typeof TEXTS]
    return (
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex items-baseline gap-2.5">
          <span className="text-mute">{t(text.in)}</span>
          <Countdown until={next.at} className="text-2xl" />
        </p>
        <p className="text-sm text-mute">
          {t(text.at)} <Moment at={next.at} />
        </p>
      </div>
    )
  }
  if (phase === 'draw') {
    return (
      <p className="text-sm text-mute">
        {t('coming.waitsForDraw')} <Moment at={startAt} />
      </p>
    )
  }
  if (phase === 'competition' || phase === 'finished') {
    return (
      <p className="text-sm text-mute">
        {t(phase === 'finished' ? 'coming.finished' : 'coming.playing')} {formatDate(finishedAt ?? endAt, language)}
      </p>
    )
  }
  return null
}
