import { Link } from '@tanstack/react-router'
import { ClipboardList, type LucideIcon, Swords, Users } from 'lucide-react'
import { useTexts } from '@/i18n'
import { Disclosure } from '@/ui/disclosure'
import type { ManualEntry, WholeManualEntry } from './queries'
import { DOORS, type Door, pagesBehind, pathOf } from './tree'

const ICONS: Record<Door, LucideIcon> = { player: Swords, captain: Users, promoter: ClipboardList }
const SHOWN = 5

/** Three ways in: the pages for a player, a captain and an organizer. */
export function Doors({ entries }: { entries: readonly WholeManualEntry[] }) {
  const t = useTexts('manual')
  return (
    <section aria-labelledby="doors" className="flex flex-col gap-3">
      <h2 id="doors" className="text-xl">
        {t('doors.heading')}
      </h2>
      <ul className="grid items-start gap-4 md:grid-cols-3">
        {DOORS.map((door) => {
          const Icon = ICONS[door]
          const pages = pagesBehind(entries, door)
          const more = pages.slice(SHOWN)
          return (
            <li key={door} className="flex flex-col gap-1 rounded-panel border border-line bg-panel p-5 pb-3">
              <h3 className="flex items-center gap-3 text-lg">
                <Icon className="size-5 flex-none text-lime" aria-hidden="true" />
                {t(`doors.${door}.name`)}
              </h3>
              <p className="mb-1 text-sm text-mute">{t(`doors.${door}.text`)}</p>
              <Pages pages={pages.slice(0, SHOWN)} />
              {more.length > 0 && (
                <Disclosure
                  className="border-t border-line"
                  title={<span className="text-sm text-mute">{t('doors.more', { count: more.length })}</span>}
                >
                  <Pages pages={more} />
                </Disclosure>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Pages({ pages }: { pages: readonly ManualEntry[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {pages.map(({ slug, title }) => (
        <li key={slug}>
          <Link to={pathOf(slug)} className="flex min-h-11 items-center py-1.5 text-[15px] leading-snug hover:text-lime">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
