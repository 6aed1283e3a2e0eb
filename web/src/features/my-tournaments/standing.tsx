import { type ReactNode, Suspense } from 'react'
import type { Tournament } from '@/api/generated'
import { texts, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { part } from '@/ui/load'
import { FORMATS } from '@/features/tournaments/formats'
import { YourCard } from './your-card'

// Only a drawn tournament has something to show.
const BracketNow = part(async () => {
  const [{ BracketNow }] = await Promise.all([import('@/features/brackets/view/bracket-now'), texts('brackets')()])
  return { default: BracketNow }
})

/** The state of the tournament, for viewers without a part in it: what is going on, and where to look. */
export function Standing({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const { id, phase, startAt, cancelReason, bracketPublishedAt, format } = tournament
  const published = Boolean(bracketPublishedAt)
  const say: Partial<Record<Tournament['phase'], [title: string, text?: ReactNode]>> = {
    upcoming: [t('you.notYet'), t('you.notYetText')],
    draw: published ? [t('you.play'), t('you.playText', { day: formatDate(startAt, language) })] : [t('you.closed'), t('you.closedText')],
    competition: [t('you.playing')],
    finished: [t('you.finished')],
    cancelled: [t('you.cancelled'), cancelReason && t('you.cancelledBecause', { reason: cancelReason })],
  }
  const [title, text] = say[phase] ?? []
  if (title === undefined) return null
  const drawn = published && phase !== 'cancelled'
  const page = `/esport/tournament/${id}`
  const entrants = phase === 'draw' ? { label: t('bracket.toEntrants'), to: `${page}/entrants` } : undefined
  return (
    <YourCard
      title={title}
      tone={phase === 'cancelled' ? 'warn' : 'plain'}
      // The action need not be in thumb's reach.
      bar={false}
      action={drawn ? { label: t(`you.look.${FORMATS[format].view}`), to: `${page}/bracket` } : entrants}
    >
      {text && <p className="text-mute">{text}</p>}
      {drawn && phase !== 'draw' && (
        <Suspense fallback={<div aria-busy="true" className="skeleton h-12" />}>
          <BracketNow tournament={tournament} />
        </Suspense>
      )}
    </YourCard>
  )
}
