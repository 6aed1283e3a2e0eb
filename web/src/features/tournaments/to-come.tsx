import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Tournament } from '@/api/generated'
import { useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { buttonClass } from '@/ui/button'
import { Moment } from './countdown'
import { Prose } from './prose'
import { informationQuery } from './queries'

/** The place of the bracket or the matches until they exist: when they come, and what they will show. */
export function ToCome({ tournament, tab }: { tournament: Tournament; tab: 'bracket' | 'matches' }) {
  const t = useEntrantTexts('tournaments')
  const { id, phase, format, drawAt, bracketPublishedAt } = tournament
  if (phase === 'cancelled') return <p className="text-mute">{t('bracket.cancelled')}</p>
  const toEntrants = (
    <Link to="/esport/tournament/$id/$tab" params={{ id: String(id), tab: 'entrants' }} className={buttonClass('plain')}>
      {t('bracket.toEntrants')}
    </Link>
  )
  if (bracketPublishedAt) {
    return (
      <section className="flex flex-col items-start gap-4">
        <h2 className="text-xl">
          {t('bracket.published')} <Moment at={bracketPublishedAt} zone={false} />
        </h2>
        <p className="text-mute">{t('bracket.publishedText')}</p>
        {toEntrants}
      </section>
    )
  }
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="text-xl">{t('bracket.notYet')}</h2>
      <p>
        {t('bracket.when')}{' '}
        <span className="num">
          <Moment at={drawAt} />
        </span>
      </p>
      <p className="max-w-prose text-mute">
        {t(tab === 'matches' ? 'bracket.matches' : `bracket.will.${format}`)} {t('bracket.short')}
      </p>
      {toEntrants}
    </section>
  )
}

export function Rules({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('tournaments')
  const { data } = useQuery(informationQuery(tournament.id, useLanguage()))
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">{t('rules.heading')}</h2>
      {data ? <Prose text={data.rules} written={data.lang} none={t('rules.none')} /> : <div aria-busy="true" className="skeleton h-40" />}
    </section>
  )
}
