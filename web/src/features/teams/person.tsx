import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Person } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { cx } from '@/ui/cx'
import { hueOf } from '@/ui/team-logo'

interface PersonRowProps {
  person: Person
  /** Content beside the name. */
  marks?: ReactNode
  /** Content below the name. */
  note?: ReactNode
  /** Content at the end of the row. */
  children?: ReactNode
  /** Whether they are online; undefined if unknown. */
  online?: boolean | undefined
}

/** A person in a list: the name leads to their page. */
export function PersonRow({ person, marks, note, children, online }: PersonRowProps) {
  const t = useTexts('teams')
  return (
    <li className="flex min-h-16 items-center gap-3 border-b border-line py-2 last:border-b-0">
      <span className="relative flex-none">
        <Avatar name={person.displayName} picture={person.picture} hue={hueOf(person.displayName)} />
        {online !== undefined && (
          <span className={cx('absolute -right-1 -bottom-1 size-3.5 rounded-full ring-3 ring-ink', online ? 'bg-lime' : 'bg-control')}>
            {online && <span className="sr-only">{t('onlineNow')}</span>}
          </span>
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            to="/esport/player/$id"
            params={{ id: String(person.userId) }}
            className="inline-flex min-h-6 items-center font-semibold hover:text-lime"
          >
            {person.displayName}
          </Link>
          {marks}
        </p>
        {note && <p className="text-sm text-mute">{note}</p>}
      </div>
      {children}
    </li>
  )
}
