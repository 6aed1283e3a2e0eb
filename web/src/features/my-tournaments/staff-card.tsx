import type { TournamentNeeds } from '@/api/generated'
import { useTexts } from '@/i18n'
import { needsOf } from '@/features/tournaments/needs'
import { YourCard } from './your-card'

const KINDS = ['review', 'documents', 'draw', 'rule', 'noShow', 'overdue', 'setTime', 'groups', 'advance', 'finish', 'reported'] as const

interface StaffCardProps {
  id: number
  role: 'promoter' | 'co_promoter' | 'assistant'
  needsYou: TournamentNeeds | null | undefined
}

/** The pending work of staff. */
export function StaffCard({ id, role, needsYou }: StaffCardProps) {
  const t = useTexts('tournaments')
  const count = needsOf(needsYou)
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
          {KINDS.map((kind) => needsYou && needsYou[kind] > 0 && <li key={kind}>{t(`you.${kind}`, { count: needsYou[kind] })}</li>)}
        </ul>
      )}
    </YourCard>
  )
}
