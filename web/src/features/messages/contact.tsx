import { useTexts } from '@/i18n'
import type { Closed } from './talk'
import { EntrantThread } from './thread'

interface ContactPromoterProps {
  tournamentId: number
  contestantId: number
  closed?: Closed | undefined
}

/** An entrant's own thread with staff. */
export function ContactPromoter({ tournamentId, contestantId, closed }: ContactPromoterProps) {
  const t = useTexts('messages')
  return (
    <div className="rounded-panel border border-line bg-ink px-4">
      <p className="border-b border-line py-2 text-sm text-mute">{t('contact.text')}</p>
      <EntrantThread
        tournamentId={tournamentId}
        contestantId={contestantId}
        staff={false}
        closed={closed}
        className="h-[min(70dvh,560px)]"
      />
    </div>
  )
}
