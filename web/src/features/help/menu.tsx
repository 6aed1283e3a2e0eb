import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { ManualEntry } from './queries'
import { pathOf, treeOf } from './tree'

/** The pages of the manual: the open one is marked, and those below it are shown. */
export function Menu({ entries, slug, onChoose }: { entries: readonly ManualEntry[]; slug: string; onChoose?: () => void }) {
  const t = useTexts('manual')
  const open = slug.split('/', 1)[0]
  return (
    <nav aria-label={t('menu')}>
      <ul className="flex flex-col">
        {treeOf(entries).map(({ entry, below }) => (
          <li key={entry.slug}>
            <MenuLink entry={entry} current={slug} onChoose={onChoose} />
            {below.length > 0 && entry.slug === open && (
              <ul className="mb-2 ml-3 flex flex-col border-l border-line">
                {below.map((child) => (
                  <li key={child.slug}>
                    <MenuLink entry={child} current={slug} onChoose={onChoose} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function MenuLink({ entry, current, onChoose }: { entry: ManualEntry; current: string; onChoose?: (() => void) | undefined }) {
  const here = entry.slug === current
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const frame = link.current?.closest('[data-frame]')
    // Only the menu scrolls: the page stays where it is.
    if (here && link.current && frame) frame.scrollTop = Math.max(0, link.current.offsetTop - frame.clientHeight / 2)
  }, [here])
  return (
    <Link
      ref={link}
      to={pathOf(entry.slug)}
      aria-current={here ? 'page' : undefined}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 items-center rounded-control px-3 py-1.5 text-sm leading-snug md:min-h-9',
        here ? 'bg-lime-dim text-lime' : 'text-mute hover:bg-panel hover:text-text',
      )}
    >
      {entry.title}
    </Link>
  )
}
