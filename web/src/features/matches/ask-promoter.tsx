import { Link } from '@tanstack/react-router'
import type { MatchRoom } from '@/api/generated'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'

/** Links to this entrant's thread with staff. */
export function AskPromoter({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  return (
    <Link
      to="/esport/tournament/$id/register"
      params={{ id: String(room.tournament.id) }}
      hash="talk"
      className={buttonClass('plain', 'sm')}
    >
      {t('do.askPromoter')}
    </Link>
  )
}
