import { Star } from 'lucide-react'
import type { TeamMember } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'

/** A member's role in the team. */
export function Marks({ member: { captain, acting, suspended, leavesAt } }: { member: TeamMember }) {
  const t = useTexts('teams')
  return (
    <>
      {(captain || acting) && (
        <span className="inline-flex items-center gap-1 text-mute">
          <Star className="size-4 fill-current" aria-hidden="true" />
          {t(acting ? 'acting' : 'captain')}
        </span>
      )}
      {suspended && <Tag tone="red">{t('suspended')}</Tag>}
      {leavesAt && <Tag tone="amber">{t('leaving')}</Tag>}
    </>
  )
}
