import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import {
  type PlayerReadiness,
  registrationListMyPlayers,
  registrationTellCaptain,
  type Team,
  type TournamentCard,
  tournamentList,
} from '@/api/generated'
import { answerOf } from '@/api/problem'
import { esportQuery } from '@/features/account/esport'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { toEnter } from './to-enter'
import { Refusal, useTeamAction } from './use-team-action'
import { WholeWords } from '@/ui/whole-words'

/** Tournaments that teams can enter, those that close soon first. */
export const openQuery = {
  queryKey: ['esports', 'readiness', 'open'],
  queryFn: () => answerOf(tournamentList({ body: { phase: 'register', contestantType: 'team', sort: 'soon', page: 1, perPage: 24 } })),
  staleTime: 60_000,
}

/** Requirements of a tournament that members of the user's team still lack. */
export const playersQuery = ({ id = 0, game }: Partial<TournamentCard> = {}) => ({
  queryKey: ['esports', 'readiness', id],
  queryFn: () =>
    answerOf(registrationListMyPlayers({ path: { game_id: game?.id ?? 0, contestant_type: 'team' }, query: { tournamentId: id } })),
  staleTime: 30_000,
})

interface ReadinessProps {
  team: Team
  userId: number
  leads: boolean
  disabled: boolean
}

/** The members who are ready to enter, and the others' missing items. */
export function Readiness({ team, userId, leads, disabled }: ReadinessProps) {
  const t = useTexts('teams')
  const open = useQuery(openQuery)
  const cards = toEnter(open.data?.items ?? [], team.tournaments, useQuery(esportQuery).data?.educationLevel)
  const players = useQueries({ queries: cards.map((card) => playersQuery(card)) })
  // Beside the team it is an extra: if it fails to load, it is left out.
  if (open.error && !open.data) return null
  return (
    <section aria-labelledby="readiness" className="flex flex-col gap-4">
      <h2 id="readiness" className="text-xl">
        {t('ready.heading')}
      </h2>
      {open.isPending && <div className="skeleton h-24" />}
      {open.data && cards.length === 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-mute">
          {t('ready.none')}
          <Link to="/esport/tournament" className="inline-flex min-h-11 items-center text-lime underline underline-offset-4">
            {t('ready.browse')}
          </Link>
        </p>
      )}
      <ul className="flex flex-col gap-6">
        {cards.map((card, index) => (
          <Meter
            key={card.id}
            card={card}
            players={players[index]?.data?.players}
            failed={players[index]?.isError ?? false}
            {...{ userId, leads, disabled }}
          />
        ))}
      </ul>
    </section>
  )
}

const reason = ({ refusal }: PlayerReadiness) => refusal?.message ?? ''
export const isReady = ({ missing, refusal }: PlayerReadiness) => !refusal && missing.length === 0

interface MeterProps extends Omit<ReadinessProps, 'team'> {
  card: TournamentCard
  players: PlayerReadiness[] | undefined
  failed: boolean
}

function Meter({ card, players, failed, userId, leads, disabled }: MeterProps) {
  const content = useContent()
  const needed = card.mainPlayers
  const ready = players?.filter(isReady).length ?? 0
  const enough = ready >= needed
  if (failed) return null
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-44">
          <div className="flex items-baseline justify-between gap-3">
            <Link to="/esport/tournament/$id" params={{ id: String(card.id) }} className="min-w-0 hover:text-lime">
              <WholeWords>{content(card.name)}</WholeWords>
            </Link>
            <span className="num flex-none text-xl" aria-hidden="true">
              {players ? Math.min(ready, needed) : '–'}
              <span className="text-base text-mute">/{needed}</span>
            </span>
          </div>
          {players ? <Segments ready={Math.min(ready, needed)} needed={needed} /> : <div className="skeleton h-3.5" />}
        </div>
        {players && <Next card={card} enough={enough} leads={leads} disabled={disabled} />}
      </div>
      {players && <Lacks card={card} players={players} ready={ready} userId={userId} />}
    </li>
  )
}

/** A segment for each required player. */
function Segments({ ready, needed }: { ready: number; needed: number }) {
  const t = useTexts('teams')
  const all = ready >= needed
  return (
    <div role="img" aria-label={t('ready.meter', { ready, needed })} className="mt-1.5 flex gap-1.5">
      {Array.from({ length: needed }, (_, index) => (
        <span
          key={index}
          className={cx('h-3 flex-1 rounded-[3px]', index >= ready ? 'ring-2 ring-amber ring-inset' : all ? 'bg-lime' : 'bg-[#4f7424]')}
        />
      ))}
    </div>
  )
}

/** Obstacles to an entry: first those that the viewer can remove. */
function Lacks({ card, players, ready, userId }: { card: TournamentCard; players: PlayerReadiness[]; ready: number; userId: number }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const needed = card.mainPlayers
  if (ready >= needed) {
    return <p className="mt-1.5 text-sm text-mute">{t('ready.all', { at: formatDateTime(card.registrationEndAt, language) })}</p>
  }
  const own = players.find((player) => player.userId === userId)
  const lacking = players.filter((player) => player.userId !== userId && !player.refusal && player.missing.length > 0)
  const refused = players.filter((player) => player.refusal)
  const playable = players.length - refused.length
  return (
    <div className="mt-1.5 flex flex-col gap-1 text-sm text-amber">
      {own &&
        !own.refusal &&
        own.missing.map((lack) => <Mend key={`${lack.code}${lack.message}`} message={lack.message} href={lack.href} />)}
      {lacking.length > 0 && (
        <p>{t('ready.lacks', { names: names(lacking, t), count: lacking.reduce((sum, { missing }) => sum + missing.length, 0) })}</p>
      )}
      {[...new Set(refused.map(reason))].map((why) => (
        <p key={why}>
          {t('ready.refused', {
            names: names(
              refused.filter((player) => reason(player) === why),
              t,
            ),
            why,
          })}
        </p>
      ))}
      {playable < needed && <p>{t('ready.few', { count: needed - playable })}</p>}
    </div>
  )
}

function Mend({ message, href }: { message: string; href?: string | null | undefined }) {
  const t = useTexts('teams')
  if (!href) return <p>{t('ready.mine', { what: message })}</p>
  return (
    <p>
      <Link to={href} className="inline-flex min-h-8 items-center underline underline-offset-4 hover:text-text">
        {t('ready.fix', { what: message })}
      </Link>
    </p>
  )
}

/** Names two players, and counts the others. */
function names(players: PlayerReadiness[], t: ReturnType<typeof useTexts<'teams'>>): string {
  const shown = players.slice(0, 2).map(({ displayName }) => displayName)
  const more = players.length - shown.length
  return more > 0 ? `${shown.join(', ')} ${t('ready.others', { count: more })}` : shown.join(t('ready.and'))
}

/** The captain enters; a member asks the captain to. */
function Next({ card, enough, leads, disabled }: { card: TournamentCard; enough: boolean; leads: boolean; disabled: boolean }) {
  const t = useTexts('teams')
  const { act, busy, error } = useTeamAction()
  if (leads || !enough) {
    return (
      <Link
        to={leads ? '/esport/tournament/$id/register' : '/esport/tournament/$id'}
        params={{ id: String(card.id) }}
        className={cx(buttonClass('plain', 'sm'), 'min-w-28')}
      >
        {t(leads ? 'ready.enter' : 'ready.look')}
      </Link>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="sm"
        className="min-w-28"
        disabled={disabled}
        busy={busy}
        onClick={() => act({ call: () => answerOf(registrationTellCaptain({ path: { id: card.id } })), done: t('done.told') })}
      >
        <BellRing className="size-4.5" aria-hidden="true" />
        {t('ready.tell')}
      </Button>
      <Refusal error={error} />
    </div>
  )
}
