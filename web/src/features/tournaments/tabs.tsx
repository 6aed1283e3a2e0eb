import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Tournament } from '@/api/generated'
import { useEntrantTexts } from '@/i18n/entrants'
import { centre } from '@/ui/centre'
import { FORMATS } from './formats'
import type { Tab } from './kinds'

/** The tabs of a tournament's page, each with its own address; on a phone the row is swiped. */
export function Tabs({ tournament, tab: here }: { tournament: Tournament; tab: Tab }) {
  const t = useEntrantTexts('tournaments')
  const { id, format, joined, phase, stages } = tournament
  const row = useRef<HTMLElement>(null)
  // Scrolls the chosen tab into view, without moving the page.
  useEffect(() => {
    centre(row.current, '[aria-current]')
  }, [here])
  const tabs: Array<{ tab: Tab; label: string; count?: number }> = [
    { tab: 'overview', label: t('tabs.overview') },
    { tab: 'entrants', label: t('tabs.entrants'), ...(phase !== 'upcoming' && { count: joined }) },
    { tab: 'bracket', label: t(`tabs.${FORMATS[format].view}`) },
    // Heats have no matches of two sides.
    ...(stages.every((stage) => FORMATS[stage.format].hasHeats) ? [] : [{ tab: 'matches' as const, label: t('tabs.matches') }]),
    { tab: 'rules', label: t('tabs.rules') },
  ]
  return (
    <nav
      ref={row}
      aria-label={t('tabs.label')}
      className="relative -mx-4 flex gap-6 overflow-x-auto border-b border-line px-4 md:mx-0 md:gap-7 md:px-0"
    >
      {tabs.map(({ tab, label, count }) => (
        <TabLink key={tab} id={id} tab={tab}>
          {label}
          {count !== undefined && count > 0 && <span className="num ml-1.5 text-sm text-mute">{count}</span>}
        </TabLink>
      ))}
    </nav>
  )
}

const look =
  'flex min-h-12 flex-none items-center border-b-2 border-transparent whitespace-nowrap text-mute hover:text-text focus-visible:-outline-offset-2'
const active = { className: 'border-lime! text-text!' }

function TabLink({ id, tab, children }: { id: number; tab: Tab; children: React.ReactNode }) {
  const same = { className: look, activeProps: active, resetScroll: false }
  const params = { id: String(id) }
  if (tab === 'overview') {
    return (
      <Link to="/esport/tournament/$id" params={params} activeOptions={{ exact: true }} {...same}>
        {children}
      </Link>
    )
  }
  if (tab === 'bracket') {
    return (
      <Link to="/esport/tournament/$id/bracket" params={params} {...same}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/esport/tournament/$id/$tab" params={{ ...params, tab }} {...same}>
      {children}
    </Link>
  )
}
