import { ChevronDown, ChevronLeft } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTexts } from '@/i18n'
import { Menu } from './menu'
import type { ManualEntry } from './queries'

/** On a phone: the way back to the help centre, and the pages behind its title. It works before the page listens, too. */
export function Drawer({ entries, slug }: { entries: readonly ManualEntry[]; slug: string }) {
  const t = useTexts('manual')
  const drawer = useRef<HTMLDetailsElement>(null)
  const close = (focus: boolean) => {
    if (!drawer.current?.open) return
    drawer.current.open = false
    if (focus) drawer.current.querySelector('summary')?.focus()
  }
  return (
    <div className="sticky top-14 z-10 -mx-4 -mt-6 mb-4 flex h-12 border-b border-line bg-ink md:hidden">
      <Link to="/manual" aria-label={t('home')} className="grid w-12 flex-none place-items-center text-mute hover:text-text">
        <ChevronLeft className="size-5" aria-hidden="true" />
      </Link>
      {/* Its summary is the button; Escape closes what it opened. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <details key={slug} ref={drawer} className="group min-w-0 flex-1" onKeyDown={(event) => event.key === 'Escape' && close(true)}>
        <summary className="num flex h-12 list-none items-center justify-between gap-3 pr-4 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          {t('heading')}
          <ChevronDown className="size-5 flex-none text-mute transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="absolute inset-x-0 top-full h-[calc(100dvh-6.5rem-var(--covered))] overflow-y-auto overscroll-contain border-b border-line bg-ink p-2">
          <Menu entries={entries} slug={slug} onChoose={() => close(false)} />
        </div>
      </details>
    </div>
  )
}
