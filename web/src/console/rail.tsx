import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ConsoleEntry } from '@/api/generated'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { type Place, type Room, roomAt, roomsFor } from './rooms'

const look = 'flex min-h-9 items-center rounded-control px-2.5 whitespace-nowrap max-md:min-h-11'

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
          <li key={room.key} className={cx(room === here && room.pages && 'max-md:flex max-md:gap-1')}>
            {room === here && room.pages ? <Pages room={room} pages={room.pages} /> : <Entry place={room} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Entry({ place: { key, to } }: { place: Place }) {
  const t = useTexts('console')
  return (
    <Link
      to={to}
      className={cx(look, 'no-underline hover:bg-raise hover:text-text focus-visible:-outline-offset-2')}
      inactiveProps={{ className: 'text-mute' }}
      activeProps={{ className: 'bg-raise text-text' }}
    >
      {t(`rooms.${key}`)}
    </Link>
  )
}

/** The pages of the room that the user is in. */
function Pages({ room: { key }, pages }: { room: Room; pages: readonly Place[] }) {
  const t = useTexts('console')
  return (
    <>
      <span className={look}>{t(`rooms.${key}`)}</span>
      <ul className="flex gap-1 border-line max-md:border-r max-md:pr-1 md:ml-2.5 md:flex-col md:border-l md:pl-1.5">
        {pages.map((page) => (
          <li key={page.key}>
            <Entry place={page} />
          </li>
        ))}
      </ul>
    </>
  )
}
