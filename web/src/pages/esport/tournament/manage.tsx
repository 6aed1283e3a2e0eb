import { isActiveEntrant } from '@/api/state-sets.gen'
import { type Live, usePresence, useTopic } from '@/live'
import type { DeskEntrant, Tournament, TournamentNeeds } from '@/api/generated'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { problemOf } from '@/api/problem'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useLiveCard } from '@/features/tournaments/live'
import { entrantThreadsQuery } from '@/features/messages/desk-queries'
import { useNewsOfThreads } from '@/features/messages/use-threads'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { mineKey, mineQuery } from '@/features/tournaments/queries'
import { LoginGate } from '@/features/login-gate/login-gate'
import { texts, useLanguage, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Exports } from '@/features/desk/exports'
import { DeskFrame } from '@/features/desk/frame'
import { Invite } from '@/features/desk/invite'
import { People } from '@/features/desk/people'
import { Settings } from '@/features/desk/settings'
import { Stages } from '@/features/desk/stages'
import { useEntrants } from '@/features/desk/use-entrants'
import { part } from '@/ui/load'
import { EntriesDesk } from '@/features/desk/entries-desk'

const DrawSection = part(async () => {
  const [{ DrawSection }] = await Promise.all([import('@/features/brackets/draw/draw-section'), texts('draw', 'brackets', 'form')()])
  return { default: DrawSection }
})
const Log = part(async () => {
  const [{ Log }] = await Promise.all([import('@/features/desk/log'), texts('brackets', 'boards')()])
  return { default: Log }
})
const Competition = part(async () => {
  const [{ Competition }] = await Promise.all([import('@/features/brackets/run/competition'), texts('competition', 'boards', 'brackets')()])
  return { default: Competition }
})

const DeskMessages = part(async () => {
  const [{ DeskMessages }] = await Promise.all([import('@/features/messages/desk'), texts('messages', 'form')()])
  return { default: DeskMessages }
})

const SETTLE_MS = 300

/** The desk from which staff run a tournament. */
export function DeskPage() {
  const t = useTexts('desk')
  const { id } = useParams({ from: '/esport/tournament/$id/manage' })
  return (
    <LoginGate heading={t('heading')}>
      <Loaded key={id} id={Number(id)} />
    </LoginGate>
  )
}

const RUNS = ['promoter', 'co_promoter', 'assistant'] as const
type Runs = (typeof RUNS)[number]

function Loaded({ id }: { id: number }) {
  const t = useTexts('desk')
  const language = useLanguage()
  const tournament = useQuery(tournamentQuery(id))
  const mine = useQuery(mineQuery(id, language))
  const failed = [tournament, mine].find(({ error, data }) => error && !data)
  if (failed?.error && problemOf(failed.error).status !== 404)
    return <QueryError page problem={problemOf(failed.error)} onRetry={() => void Promise.all([tournament.refetch(), mine.refetch()])} />
  if (!failed && (!tournament.data || !mine.data)) {
    return (
      <div className="grid gap-6 md:grid-cols-[188px_minmax(0,1fr)]">
        <h1 className="sr-only">{t('heading')}</h1>
        <div className="skeleton h-72 max-md:h-24" />
        <div className="skeleton h-[70dvh]" />
      </div>
    )
  }
  const role = RUNS.find((each) => each === mine.data?.role)
  if (!tournament.data || !role) return <NotYours />
  return (
    <EntrantScope value={entrantKind(tournament.data)}>
      <Desk tournament={tournament.data} role={role} needs={mine.data?.needsYou ?? undefined} />
    </EntrantScope>
  )
}

/** A missing tournament and a foreign one look the same. */
function NotYours() {
  const t = useTexts('desk')
  return (
    <>
      <h1 className="text-center text-2xl">{t('notYours.title')}</h1>
      <EmptyState
        action={
          <Link to="/esport/tournament" className={buttonClass('primary')}>
            {t('notYours.list')}
          </Link>
        }
      >
        {t('notYours.text')}
      </EmptyState>
    </>
  )
}

interface DeskProps {
  tournament: Tournament
  role: Runs
  needs: TournamentNeeds | undefined
}

function Desk({ tournament, role, needs }: DeskProps) {
  const client = useQueryClient()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  // Many matches become pending at once when a round's time is over: a rush is fetched once.
  const again = () => {
    later.current ??= setTimeout(() => {
      later.current = undefined
      for (const queryKey of [mineKey(tournament.id), ['matches', tournament.id]]) void client.invalidateQueries({ queryKey })
    }, SETTLE_MS)
  }
  useTopic({ topic: `public:bracket:${tournament.id}` }, { 'bracket.changed': again }, { onReload: again })
  useLiveCard(tournament)
  const { section: asked = 'needs' } = useSearch({ from: '/esport/tournament/$id/manage' })
  const section = asked === 'stages' && tournament.stages.length < 2 ? 'needs' : asked
  const { data, error, refetch } = useEntrants(tournament.id)
  useTopic(data?.live, { 'match.stuck': again }, { onReload: again })
  const online = usePresence(data?.live.topic)
  const threads = useQuery(entrantThreadsQuery(tournament.id))
  const unread = threads.data?.items.reduce((sum, each) => sum + each.unread, 0) ?? 0
  useNewsOfThreads(tournament.id, data?.live)
  const decides = role !== 'assistant'
  return (
    <DeskFrame tournament={tournament} role={role} section={section} items={data?.items} unread={unread} needs={needs} online={online}>
      {section === 'needs' || section === 'entrants' ? (
        error && !data ? (
          <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <EntriesDesk
            key={section}
            tournament={tournament}
            items={data.items}
            needs={needs}
            decides={decides}
            lane={section === 'needs'}
          />
        ) : (
          <div className="skeleton h-[60dvh]" />
        )
      ) : (
        <Part
          section={section}
          tournament={tournament}
          role={role}
          items={data?.items ?? []}
          bracketVersion={data?.bracketVersion}
          live={data?.live}
          online={online}
        />
      )}
    </DeskFrame>
  )
}

/** Sections that assistants take part in. */
const HELPS: readonly string[] = ['messages', 'people', 'log']
/** Active entries, or those being corrected; of the others, only entries with messages are listed. */

function Part({
  section,
  tournament,
  role,
  items,
  bracketVersion,
  live,
  online,
}: {
  section: 'invite' | 'draw' | 'competition' | 'stages' | 'messages' | 'people' | 'export' | 'log' | 'settings'
  tournament: Tournament
  role: Runs
  items: readonly DeskEntrant[]
  bracketVersion: number | undefined
  live: Live | undefined
  online: readonly string[]
}) {
  const t = useTexts('desk')
  const navigate = useNavigate()
  const { entrant } = useSearch({ from: '/esport/tournament/$id/manage' })
  if (role === 'assistant' && !HELPS.includes(section)) {
    return (
      <EmptyState
        action={
          <button type="button" className={buttonClass('plain')} onClick={() => void navigate({ to: '.', search: {} })}>
            {t('section.needs')}
          </button>
        }
      >
        {t('assistant.section')}
      </EmptyState>
    )
  }
  switch (section) {
    case 'invite':
      return <Invite tournament={tournament} />
    case 'draw': {
      const there = items.filter(({ status }) => status === 'join')
      return (
        <Suspense fallback={<div className="skeleton h-[60dvh]" />}>
          <DrawSection
            tournament={tournament}
            entrants={there}
            inStage={(stage) => there.filter(({ stages }) => stages?.includes(stage))}
          />
        </Suspense>
      )
    }
    case 'competition':
      return (
        <Suspense fallback={<div className="skeleton h-[60dvh]" />}>
          <Competition
            tournament={tournament}
            owns={role === 'promoter'}
            inStage={(stage) => items.filter(({ stages }) => stages?.includes(stage)).length}
          />
        </Suspense>
      )
    case 'stages':
      return <Stages tournament={tournament} items={items} version={bracketVersion} />
    case 'messages':
      return (
        <Suspense fallback={<div className="skeleton h-[60dvh]" />}>
          <DeskMessages
            tournamentId={tournament.id}
            chosen={entrant}
            onChoose={(chosen) =>
              void navigate({
                to: '.',
                search: { section, ...(chosen !== undefined && { entrant: chosen }) },
                // Going back leads to the list, not through every viewed entry.
                replace: entrant !== undefined,
                resetScroll: false,
              })
            }
            live={live}
            entrants={items.map((entrant) => ({
              ...entrant,
              stands: isActiveEntrant(entrant.status) && entrant.status !== 'incomplete_team',
            }))}
          />
        </Suspense>
      )
    case 'people':
      return <People tournament={tournament} role={role} online={online} />
    case 'export':
      return <Exports tournament={tournament} />
    case 'log':
      return (
        <Suspense fallback={<div className="skeleton h-72" />}>
          <Log tournamentId={tournament.id} />
        </Suspense>
      )
    case 'settings':
      return <Settings tournament={tournament} role={role} />
  }
}
