import { useTexts } from '@/i18n'
import { EntrantThread } from './thread'

/** An entrant's own thread with those who run the tournament. */
export function ContactPromoter({ tournamentId, contestantId }: { tournamentId: number; contestantId: number }) {
  const t = useTexts('messages')
  return (
    <div className="rounded-panel border border-line bg-ink px-4">
      <p className="border-b border-line py-2 text-sm text-mute">{t('contact.text')}</p>
      <EntrantThread tournamentId={tournamentId} contestantId={contestantId} staff={false} className="h-[min(70dvh,560px)]" />
    </div>
  )
}
