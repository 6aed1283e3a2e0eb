import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ConsoleEntry } from '@/api/generated'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { roomAt, roomsFor } from './rooms'

/** The rooms that the user's roles open: at the left, on narrow screens a line that scrolls sideways. */
export function Rail({ roles }: Pick<ConsoleEntry, 'roles'>) {
  const t = useTexts('console')
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const here = roomAt(path)
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <nav
      ref={rail}
      aria-label={t('name')}
      className="border-line bg-ink max-md:overflow-x-auto max-md:border-b md:sticky md:top-13 md:h-[calc(100dvh-3.25rem)] md:w-49 md:flex-none md:overflow-y-auto md:border-r"
    >
      <ul className="flex gap-1 p-2.5 max-md:w-max max-md:py-1 md:flex-col">
        {roomsFor(roles).map((room) => (
          <li key={room.key}>
            <Link
              to={room.to}
              activeOptions={{ exact: true }}
              aria-current={room === here ? 'true' : undefined}
              className={cx(
                'flex min-h-9 items-center rounded-control px-2.5 whitespace-nowrap no-underline hover:bg-raise hover:text-text focus-visible:-outline-offset-2 max-md:min-h-11',
                room === here ? 'bg-raise text-text' : 'text-mute',
              )}
            >
              {t(`rooms.${room.key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
