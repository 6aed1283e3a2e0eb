import type { MatchRoom } from '@/api/generated'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { kindOfSides } from '@/features/tournaments/entrant-kind'
import { useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'
import { RoomView } from '@/features/matches/room-view'
import { useRoom } from '@/features/matches/use-room'
import { useMatchLabels } from '@/features/matches/labels'

/** The room of one match: its time, its result, its conversation. */
export function MatchPage() {
  const { id } = useParams({ from: '/esport/match/$id' })
  return /^[1-9]\d{0,14}$/.test(id) ? <Room key={id} id={Number(id)} /> : <Gone />
}

function Room({ id }: { id: number }) {
  const { data, error, refetch } = useRoom(id)
  if (data) return <Loaded room={data} />
  if (!error) return <Skeleton />
  const problem = problemOf(error)
  return problem.status === 404 ? <Gone /> : <QueryError page problem={problem} onRetry={() => void refetch()} />
}

function Loaded({ room }: { room: MatchRoom }) {
  const labels = useMatchLabels()
  useHead({ title: `${labels.versus(room)} · ${room.tournament.name}`, noindex: true })
  const suspended = useSession(({ me }) => me?.suspended === true)
  const shown = useMemo(() => (suspended ? { ...room, me: { ...room.me, acts: false } } : room), [room, suspended])
  return (
    <EntrantScope value={kindOfSides([room.home, room.away])}>
      <RoomView room={shown} />
    </EntrantScope>
  )
}

function Gone() {
  const t = useTexts('matches')
  const common = useTexts('common')
  const title = common('error.notFoundTitle')
  useHead({ title, noindex: true })
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        action={
          <Link to="/esport/tournament" className={buttonClass('primary')}>
            {t('gone.back')}
          </Link>
        }
      >
        {t('gone.text')}
      </EmptyState>
    </>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="grid gap-5 md:grid-cols-[250px_minmax(0,1fr)] md:gap-x-10">
      <div className="skeleton h-36" />
      <div className="flex flex-col gap-4">
        <div className="skeleton h-6 w-40" />
        <div className="skeleton h-64" />
        <div className="skeleton h-12" />
      </div>
    </div>
  )
}
