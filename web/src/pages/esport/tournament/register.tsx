import { isListedEntrant } from '@/api/state-sets.gen'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { EsportGame, Notice as Reason, ProblemCode, Tournament, TournamentMe } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useOwnCounts } from '@/features/tournaments/counts'
import { useLiveCard } from '@/features/tournaments/live'
import { tournamentQuery } from '@/features/tournaments/loaded'
import { gamesQuery, mineQuery } from '@/features/tournaments/queries'
import { TellCaptain } from '@/features/tournaments/tell-captain'
import { LoginGate } from '@/features/login-gate/login-gate'
import { entrantKind } from '@/features/tournaments/entrant-kind'
import { useLanguage } from '@/i18n'
import { EntrantScope, useEntrantTexts } from '@/i18n/entrants'
import { formatDateTime } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { EmptyState, Notice } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Enter } from '@/features/registration/enter'
import { playersQuery } from '@/features/registration/queries'
import { Plain, Standing } from '@/features/registration/standing'
import { useLiveEntry } from '@/features/registration/use-live-entry'

/** Entering a tournament, and the status of the entry afterwards. */
export function RegisterPage() {
  const t = useEntrantTexts('registration')
  const { id } = useParams({ from: '/esport/tournament/$id/register' })
  return (
    <LoginGate heading={t('heading')}>
      <Loaded key={id} id={Number(id)} />
    </LoginGate>
  )
}

function Loaded({ id }: { id: number }) {
  const t = useEntrantTexts('registration')
  const language = useLanguage()
  const tournament = useQuery(tournamentQuery(id))
  const mine = useQuery(mineQuery(id, language))
  const games = useQuery(gamesQuery)
  useLiveEntry(id)
  const failed = [tournament, mine, games].find(({ error, data }) => error && !data)
  if (failed?.error) {
    const problem = problemOf(failed.error)
    if (problem.status === 404) return <NotThere />
    return <QueryError page problem={problem} onRetry={() => void Promise.all([tournament.refetch(), mine.refetch(), games.refetch()])} />
  }
  if (!tournament.data || !mine.data || !games.data) return <Waiting heading={t('heading')} />
  const game = games.data.items.find((each) => each.id === tournament.data.game.id)
  if (!game) return <NotThere />
  return (
    <EntrantScope value={entrantKind(tournament.data)}>
      <Registration tournament={tournament.data} mine={mine.data} game={game} />
    </EntrantScope>
  )
}

function NotThere() {
  const t = useEntrantTexts('registration')
  return (
    <>
      <h1 className="text-center text-2xl">{t('notThere.title')}</h1>
      <EmptyState
        action={
          <Link to="/esport/tournament" className={buttonClass('primary')}>
            {t('notThere.list')}
          </Link>
        }
      >
        {t('notThere.text')}
      </EmptyState>
    </>
  )
}

function Waiting({ heading }: { heading: string }) {
  return (
    <div className="flex flex-col gap-5">
      <h1 className="sr-only">{heading}</h1>
      <div className="skeleton h-24" />
      <div className="skeleton h-12" />
      <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_340px]">
        <div className="skeleton h-96" />
        <div className="skeleton h-56 max-md:hidden" />
      </div>
    </div>
  )
}

interface RegistrationProps {
  tournament: Tournament
  mine: TournamentMe
  game: EsportGame
}

const RUNS = ['promoter', 'co_promoter', 'assistant']

/** Picks the part of registration that applies to this user. */
function Registration({ tournament, mine, game }: RegistrationProps) {
  const t = useEntrantTexts('registration')
  useLiveCard(tournament)
  useOwnCounts(tournament, mine.entry)
  const [again, setAgain] = useState(false)
  const [sent, setSent] = useState(false)
  const suspended = useSession((session) => session.me?.suspended)
  const { entry, role } = mine
  const captain = role === 'captain'
  const open = tournament.phase === 'register' && mine.mayEnter
  if (role && RUNS.includes(role)) return <Runs tournament={tournament} />
  if (suspended && !entry) return <Refused tournament={tournament} reasons={mine.refusals} />
  const over = entry && !isListedEntrant(entry.status)
  if (entry && (entry.submittedAt || over) && !(over && again)) {
    return (
      <Standing
        tournament={tournament}
        game={game}
        entry={entry}
        captain={captain}
        led={sent}
        onAgain={over && open ? () => setAgain(true) : undefined}
      />
    )
  }
  if (entry && !captain) return <Standing tournament={tournament} game={game} entry={entry} captain={false} />
  if (tournament.phase !== 'register') return <NotOpen tournament={tournament} />
  if (!mine.mayEnter && !entry) return <Refused tournament={tournament} reasons={mine.refusals} />
  return (
    <>
      {tournament.joined >= tournament.capacity && (
        <div className="mb-5">
          <Notice tone="warn">{t('full', { capacity: tournament.capacity, place: tournament.waiting + 1 })}</Notice>
        </div>
      )}
      <Entering tournament={tournament} mine={mine} game={game} onSent={() => setSent(true)} />
    </>
  )
}

function Entering({ tournament, mine, game, onSent }: RegistrationProps & { onSent: () => void }) {
  const t = useEntrantTexts('registration')
  const language = useLanguage()
  const { data, error, refetch } = useQuery(playersQuery(tournament.id, tournament.game.id, tournament.contestantType, language))
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Waiting heading={t('heading')} />
  return <Enter tournament={tournament} game={game} players={data.players} team={data.team} entry={mine.entry} onSent={onSent} />
}

function Runs({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('registration')
  return (
    <Plain tournament={tournament} title={t('runs.title')}>
      <p className="text-mute">{t('runs.text')}</p>
      <div>
        <Link to="/esport/tournament/$id/manage" params={{ id: String(tournament.id) }} className={buttonClass('primary')}>
          {t('runs.desk')}
        </Link>
      </div>
    </Plain>
  )
}

/** Registration has not opened yet, or has closed. */
function NotOpen({ tournament }: { tournament: Tournament }) {
  const t = useEntrantTexts('registration')
  const language = useLanguage()
  const word = tournament.phase === 'upcoming' ? 'upcoming' : tournament.phase === 'cancelled' ? 'cancelled' : 'closed'
  return (
    <Plain tournament={tournament} title={t(`notOpen.${word}.title`)}>
      <p className="text-mute">
        {t(`notOpen.${word}.text`, { at: formatDateTime(tournament.registrationStartAt, language) })}
        {word === 'cancelled' && tournament.cancelReason && ` ${t('notOpen.reason', { reason: tournament.cancelReason })}`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/esport/tournament/$id" params={{ id: String(tournament.id) }} className={buttonClass('plain')}>
          {t('status.tournament')}
        </Link>
        <Link to="/esport/tournament" className={buttonClass('ghost')}>
          {t('notThere.list')}
        </Link>
      </div>
    </Plain>
  )
}

/** Each reason in words, with the page that fixes it; a member may ask the captain. */
function Refused({ tournament, reasons }: { tournament: Tournament; reasons: readonly Reason[] }) {
  const t = useEntrantTexts('registration')
  return (
    <Plain tournament={tournament} title={t('refused.title')}>
      <ul className="flex flex-col gap-3">
        {reasons.map((reason) => (
          <li key={reason.code}>
            <Notice
              tone="warn"
              action={
                reason.href && (
                  <Link to={reason.href} className={buttonClass('plain', 'sm')}>
                    {t('mend')}
                  </Link>
                )
              }
            >
              {reason.message}
            </Notice>
          </li>
        ))}
      </ul>
      {reasons.some(({ code }) => code === CAPTAIN_ONLY) && <TellCaptain tournament={tournament} />}
    </Plain>
  )
}

/** The code for a member: only their captain enters the team. */
const CAPTAIN_ONLY: ProblemCode = 'captain_required'
