import type { Tournament } from '@/api/generated'
import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { buttonClass } from '@/ui/button'
import { Tag } from '@/ui/tag'

/** The staff of the tournament, and their rights. */
export function People({
  tournament,
  role,
  online,
}: {
  tournament: Tournament
  role: 'promoter' | 'co_promoter' | 'assistant'
  online: readonly string[]
}) {
  const t = useTexts('desk')
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <ul className="rounded-panel border border-line bg-panel px-4">
        {tournament.staff.map((person) => (
          <li key={person.userId} className="flex items-center gap-3 border-b border-line py-4 last:border-0">
            <Avatar name={person.displayName} picture={person.picture} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link to="/esport/player/$id" params={{ id: String(person.userId) }} className="hover:text-lime">
                  {person.displayName}
                </Link>
                {online.includes(String(person.userId)) && <Tag tone="lime">{t('here.now')}</Tag>}
              </p>
              <p className="text-sm text-mute">{t(`may.${person.role}`)}</p>
            </div>
            <Tag>{t(`role.${person.role}`)}</Tag>
          </li>
        ))}
      </ul>
      {role !== 'assistant' && (
        <Link to="/account/form-tournament" search={{ id: tournament.id, step: 'people' }} className={`${buttonClass('plain')} self-start`}>
          {t('people.change')}
        </Link>
      )}
    </div>
  )
}
