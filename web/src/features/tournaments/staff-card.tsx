import type { TournamentNeeds } from '@/api/generated'
import { useTexts } from '@/i18n'
import { YourCard } from './your-card'

interface StaffCardProps {
  id: number
  role: 'promoter' | 'co_promoter' | 'assistant'
  needsYou: TournamentNeeds | null | undefined
}

/** For those who run it: what waits for them. */
export function StaffCard({ id, role, needsYou }: StaffCardProps) {
  const t = useTexts('tournaments')
  const { review = 0, documents = 0 } = needsYou ?? {}
  const count = review + documents
  const title = count > 0 ? t('you.needsYou', { count }) : t('you.needsNothing')
  return (
    <YourCard
      title={title}
      tone={count > 0 ? 'warn' : 'plain'}
      action={{ label: t('you.manage'), to: `/esport/tournament/${id}/manage` }}
      barText={title}
    >
      <p className="text-sm text-mute">{t(`you.staff.${role}`)}</p>
      {count > 0 && (
        <ul className="text-mute">
          {review > 0 && <li>{t('you.review', { count: review })}</li>}
          {documents > 0 && <li>{t('you.documents', { count: documents })}</li>}
        </ul>
      )}
    </YourCard>
  )
}
