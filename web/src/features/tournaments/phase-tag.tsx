import { useLanguage, useTexts } from '@/i18n'
import { formatShortDay } from '@/i18n/format'
import { Tag } from '@/ui/tag'
import { SOON_MS, useInUnits } from './left'
import { useNow } from './now'
import type { TournamentCard, TournamentPhase } from '@/api/generated'

type Tone = 'lime' | 'amber' | 'red' | undefined

const TONES: Partial<Record<TournamentPhase, Tone>> = { draft: 'amber', register: 'lime', competition: 'lime', cancelled: 'red' }

/** The phase of a tournament, in a word. */
export function PhaseTag({ phase }: { phase: TournamentPhase }) {
  const t = useTexts('tournaments')
  return <Tag tone={TONES[phase]}>{t(`phase.${phase}`)}</Tag>
}

type Timed = Pick<TournamentCard, 'phase' | 'next' | 'startAt' | 'endAt' | 'finishedAt' | 'joined' | 'capacity'>

/** The phase with its time, for a card: `ปิดใน 5 ชม.`; until the clock is known, the day. */
export function PhaseTime({ tournament }: { tournament: Timed }) {
  const { phase, next, startAt, endAt, finishedAt, joined, capacity } = tournament
  const t = useTexts('tournaments')
  const language = useLanguage()
  const now = useNow()
  const left = useInUnits()
  const until = next && now !== undefined ? Date.parse(next.at) - now : undefined
  const day = (at: string) => formatShortDay(at, language)
  if (phase === 'register' && joined >= capacity) return <Tag tone="amber">{t('when.full')}</Tag>
  if (next && until !== undefined && until > 0 && (phase === 'register' || phase === 'upcoming')) {
    const key = phase === 'register' ? 'when.closesIn' : 'when.opensIn'
    return <Tag tone={until < SOON_MS ? 'amber' : undefined}>{t(key, { left: left(until) })}</Tag>
  }
  if (next && phase === 'register') return <Tag>{t('when.closes', { day: day(next.at) })}</Tag>
  if (next && phase === 'upcoming') return <Tag>{t('when.opens', { day: day(next.at) })}</Tag>
  if (phase === 'draw') return <Tag>{t('when.starts', { day: day(startAt) })}</Tag>
  if (phase === 'finished') return <Tag>{t('when.finished', { day: day(finishedAt ?? endAt) })}</Tag>
  if (phase !== 'competition') return <PhaseTag phase={phase} />
  return (
    <Tag tone="lime">
      <span aria-hidden="true" className="mr-1.5 inline-block size-1.5 rounded-full bg-current align-middle" />
      {t('phase.competition')}
    </Tag>
  )
}
