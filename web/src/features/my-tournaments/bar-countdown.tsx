import type { Tournament } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Countdown } from '@/features/tournaments/countdown'

/** The countdown of the phone's bar. */
export function BarCountdown({ tournament: { next } }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  if (!next || !(next.phase === 'register' || next.phase === 'draw' || next.phase === 'competition')) return null
  return (
    <>
      <span className="block text-xs leading-4 text-mute">{t(`coming.${next.phase}`)}</span>
      <Countdown until={next.at} className="text-xl leading-6" />
    </>
  )
}
