import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { DeskEntrant, Tournament, TournamentNeeds } from '@/api/generated'
import { useSession } from '@/api/session'
import { PhaseTag } from '@/features/tournaments/phase-tag'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { ConnectionMark } from '@/live/connection-mark'
import { centre } from '@/ui/centre'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { WholeWords } from '@/ui/whole-words'
import { tally } from './filter'
import { waitingThings } from './lane'
import { othersHere } from './others-here'

const SECTIONS = [
  'needs',
  'entrants',
  'invite',
  'draw',
  'competition',
  'stages',
  'messages',
  'people',
  'export',
  'log',
  'settings',
] as const
type Section = (typeof SECTIONS)[number]

interface DeskFrameProps {
  tournament: Tournament
  role: 'promoter' | 'co_promoter' | 'assistant'
  section: Section
  items: readonly DeskEntrant[] | undefined
  /** Messages of entrants that no staff have read */
  unread: number
  /** Counts of pending work besides the entries */
  needs: TournamentNeeds | undefined
  /** User IDs of the staff who have this desk open, the viewer included. */
  online: readonly string[]
  children: ReactNode
}

/** The desk: the tournament, its sections at the side (above on a phone), and its state. */
export function DeskFrame({ tournament, role, section, items, unread, needs, online, children }: DeskFrameProps) {
  const t = useEntrantTexts('desk')
  const over = tournament.phase === 'cancelled' || tournament.phase === 'finished'
  const count = items ? (over ? 0 : waitingThings(items, needs)) : undefined
  return (
    <div className="grid items-start gap-5 md:grid-cols-[188px_minmax(0,1fr)] md:gap-7">
      <div className="flex min-w-0 flex-col gap-3 md:sticky md:top-24 md:gap-4">
        <Which tournament={tournament} role={role} />
        <Menu tournament={tournament} section={section} badges={{ needs: count, entrants: items?.length, messages: unread }} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div>
            <h1 className="text-2xl">
              {section === 'needs' && count !== undefined ? t('title_.needs', { count }) : t(`section.${section}`)}
            </h1>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <ConnectionMark />
              <OthersHere tournament={tournament} online={online} />
            </div>
          </div>
          {items && (section === 'needs' || section === 'entrants') && <Stats tournament={tournament} items={items} />}
        </header>
        {children}
      </div>
    </div>
  )
}

/** Names others who have the desk open, so that two do not decide about the same thing. */
function OthersHere({ tournament, online }: Pick<DeskFrameProps, 'tournament' | 'online'>) {
  const t = useEntrantTexts('desk')
  const me = useSession((session) => session.me?.id)
  const names = othersHere(tournament.staff, online, me).join(', ')
  return (
    <p role="status" className="text-sm text-mute empty:hidden">
      {names && t('here.others', { names })}
    </p>
  )
}

function Which({ tournament, role }: Pick<DeskFrameProps, 'tournament' | 'role'>) {
  const t = useEntrantTexts('desk')
  const content = useContent()
  const { game } = tournament
  return (
    <div className="flex items-center gap-3 md:flex-col md:items-stretch">
      <div className="w-24 flex-none overflow-hidden rounded-panel md:w-full">
        {tournament.banner ? (
          <img src={tournament.banner} alt="" className="aspect-[7/4] w-full object-cover" />
        ) : (
          <Cover hue={game.hue} motif={game.motif} glyph={game.glyph ?? undefined} ratio="16:9" />
        )}
      </div>
      <div className="min-w-0">
        <Link
          to="/esport/tournament/$id"
          params={{ id: String(tournament.id) }}
          activeOptions={{ exact: true }}
          className="num line-clamp-2 py-0.5 break-words hover:text-lime"
        >
          <WholeWords>{content(tournament.name)}</WholeWords>
        </Link>
        <p className="flex flex-wrap items-center gap-2 text-sm text-mute">
          <PhaseTag phase={tournament.phase} />
          {t(`role.${role}`)}
        </p>
      </div>
    </div>
  )
}

interface MenuProps {
  tournament: Tournament
  section: Section
  badges: Partial<Record<Section, number | undefined>>
}

function Menu({ tournament, section, badges }: MenuProps) {
  const t = useEntrantTexts('desk')
  const ref = useRef<HTMLElement>(null)
  const { needs, entrants, messages } = badges
  // On a phone the open section may lie beyond the edge; numbers that arrive later move it.
  useEffect(() => {
    centre(ref.current, '[aria-current]')
  }, [section, needs, entrants, messages])
  return (
    <nav ref={ref} aria-label={t('menu')} className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <ul className="flex gap-1 py-1 md:flex-col">
        {SECTIONS.filter((each) => each !== 'stages' || tournament.stages.length > 1).map((each) => {
          const badge = badges[each]
          return (
            <li key={each} className="flex-none">
              <Link
                to="/esport/tournament/$id/manage"
                params={{ id: String(tournament.id) }}
                search={each === 'needs' ? {} : { section: each }}
                // The open section is in the query string; `exact` keeps the desk's own link inactive while another section is open.
                activeOptions={{ exact: true }}
                className={cx(
                  'flex min-h-11 items-center justify-between gap-3 rounded-control px-3 whitespace-nowrap',
                  each === section ? 'bg-raise' : 'text-mute hover:bg-raise hover:text-text',
                )}
              >
                {t(`section.${each}`)}
                {badge !== undefined && badge > 0 && (
                  <span className={cx('num text-sm', (each === 'needs' || each === 'messages') && 'text-amber')}>{badge}</span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Stats({ tournament, items }: { tournament: Tournament; items: readonly DeskEntrant[] }) {
  const t = useEntrantTexts('desk')
  const counts = tally(items)
  const stats = [
    { label: t('stat.in'), value: counts.in, of: tournament.capacity, look: '' },
    { label: t('stat.review'), value: counts.review, look: counts.review > 0 ? 'text-amber' : '' },
    { label: t('stat.lacking'), value: counts.lacking, look: '' },
    { label: t('stat.waiting'), value: counts.waiting, look: '' },
  ]
  return (
    <dl className="flex divide-x divide-line max-sm:w-full">
      {stats.map(({ label, value, of, look }) => (
        <div key={label} className="flex min-w-0 flex-1 flex-col-reverse px-3 first:pl-0 last:pr-0 md:px-5">
          <dt className="text-xs whitespace-nowrap text-mute md:text-sm">{label}</dt>
          <dd className={cx('num text-2xl whitespace-nowrap', look)}>
            {value}
            {of !== undefined && <span className="text-base text-mute">/{of}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
