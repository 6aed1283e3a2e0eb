import { isActiveEntrant } from '@/api/state-sets.gen'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Entry, EntryPlayer, Tournament } from '@/api/generated'
import { useSession } from '@/api/session'
import { hasText, useLanguage, useTexts } from '@/i18n'
import type texts from '@/i18n/th/tournaments'
import { formatDateTime } from '@/i18n/format'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { Countdown } from '@/features/tournaments/countdown'
import { type MyMatch, myNextMatch } from './my-match'
import { useNow } from '@/features/tournaments/now'
import { myMatchesQuery } from '@/features/tournaments/queries'
import { Refusals } from './refusals'
import { StatusTag } from '@/features/tournaments/status-tag'
import { useMatchText } from './use-match-text'
import { Withdraw } from '@/features/tournaments/withdraw'
import { BarCountdown } from './bar-countdown'
import { YourCard } from './your-card'

interface YourEntryProps {
  tournament: Tournament
  entry: Entry
  captain: boolean
  suspended: boolean
}

/** Everyone in a tournament hears of each result: they refetch within this time, not all at once. */
const SPREAD_MS = 1_500

/** The state of the user's entry, its roster, and the next action. During play, the next match comes first. */
export function YourEntry(props: YourEntryProps) {
  const { tournament, entry } = props
  const me = useSession((session) => session.me)
  const plays = entry.next.kind === 'play' && entry.status === 'join' && tournament.phase !== 'finished'
  const { data } = useQuery({ ...myMatchesQuery(tournament.id), enabled: plays })
  const client = useQueryClient()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const again = () => {
    later.current ??= setTimeout(() => {
      later.current = undefined
      void client.invalidateQueries({ queryKey: myMatchesQuery(tournament.id).queryKey })
    }, Math.random() * SPREAD_MS)
  }
  useTopic(plays ? { topic: `public:bracket:${tournament.id}` } : undefined, { 'bracket.changed': again }, { onReload: again })
  // Proposals and reports arrive in the inbox.
  useTopic(plays ? me?.live : undefined, { 'inbox.changed': again })
  const now = useNow() ?? 0
  const match = plays && data ? myNextMatch(data.items, data.asking, entry.id, now) : undefined
  return match ? <WithMatch {...props} match={match} /> : <EntryCard {...props} />
}

function WithMatch({ match, ...props }: YourEntryProps & { match: MyMatch }) {
  const t = useTexts('tournaments')
  const { what, verb, when } = useMatchText(match)
  const { asked, at } = match
  const left = at && (
    <p className="flex items-baseline gap-2 text-sm text-mute">
      {t(asked ? 'you.matchLeft' : 'you.matchStarts')}
      <Countdown until={at} className="text-xl text-text" />
    </p>
  )
  return (
    <EntryCard
      {...props}
      next={{
        asked,
        action: { label: verb, to: `/esport/match/${match.match.id}` },
        bar: (
          <>
            <span className="line-clamp-2 text-xs leading-4 text-mute">{what}</span>
            {at && <Countdown until={at} className="text-xl leading-6" />}
          </>
        ),
        text: (
          <div className="flex flex-col gap-1">
            <h3 className="text-sm text-mute">{t('you.match')}</h3>
            <p aria-live="polite" className="font-semibold break-words">
              {what}
            </p>
            <p className="text-sm text-mute">{when}</p>
            {left}
          </div>
        ),
      }}
    />
  )
}

interface EntryCardProps extends YourEntryProps {
  next?: { asked: boolean; action: { label: string; to: string }; bar: ReactNode; text: ReactNode }
}

function EntryCard({ tournament, entry, captain, suspended, next }: EntryCardProps) {
  const t = useTexts('tournaments')
  const { status, place, name, shortName, logo, reason, missing, players } = entry
  const open = isActiveEntrant(status) && tournament.phase !== 'finished'
  const acts = open && !suspended
  const kind = entry.next.kind
  const fixes = kind === 'complete' || kind === 'documents' || kind === 'fix_documents'
  const register = `/esport/tournament/${tournament.id}/register`
  const verb = kind === 'complete' ? 'you.continue' : kind === 'fix_documents' ? 'you.fix_documents' : 'you.documents'
  const fix = acts && fixes && (captain || kind !== 'complete') ? { label: t(verb), to: register } : undefined
  const action = fix ?? (suspended ? undefined : next?.action)
  // A removed entrant, too, may write to staff.
  const mayAsk = !suspended && tournament.phase !== 'finished' && entry.submittedAt != null
  const mayEdit = acts && captain && !entry.lockedAt
  return (
    <YourCard
      title={t('you.entry')}
      tone={fix || next?.asked ? 'warn' : status === 'join' ? 'live' : 'plain'}
      action={action}
      barText={(!fix && next?.bar) || <BarCountdown tournament={tournament} />}
      others={
        <>
          {(mayEdit || mayAsk) && (
            <div className="flex flex-wrap gap-x-2 border-t border-line pt-2">
              {mayAsk && (
                <Link to={register} hash="talk" className={buttonClass('ghost', 'sm')}>
                  {t('you.contact')}
                </Link>
              )}
              {mayEdit && (
                <>
                  <Link to={register} className={buttonClass('ghost', 'sm')}>
                    {t('you.edit')}
                  </Link>
                  <Withdraw tournament={tournament} entry={entry} />
                </>
              )}
            </div>
          )}
          <Steps entry={entry} />
        </>
      }
    >
      <div className="flex items-center gap-3.5">
        <TeamLogo name={name} shortName={shortName} logo={logo} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{name}</p>
          <StatusTag status={status} place={place} />
        </div>
      </div>
      {next?.text ?? <EntrySay entry={entry} captain={captain} />}
      {reason && <p className="border-l-2 border-amber pl-3">{t('you.reason', { reason })}</p>}
      {open && missing.length > 0 && <Refusals refusals={missing} />}
      {open && <Roster players={players} checked={status !== 'join'} />}
    </YourCard>
  )
}

function EntrySay({ entry, captain }: { entry: Entry; captain: boolean }) {
  return <p className="text-mute">{useSay(entry, captain)}</p>
}

function useSay({ next, place, status }: Entry, captain: boolean): string | null {
  const t = useTexts('tournaments')
  switch (next.kind) {
    case 'complete':
      return captain ? null : t('you.waitsForCaptain')
    case 'waiting_list':
      return t('you.waiting', { place })
    case 'review':
      return t('you.reviewing')
    case 'draw':
      return t('you.draw')
    case 'play':
      return status === 'join' ? t('you.play') : null
    default:
      return null
  }
}

/** `checked`: missing items of players matter, because they are not admitted yet. */
function Roster({ players, checked }: { players: readonly EntryPlayer[]; checked: boolean }) {
  const t = useTexts('tournaments')
  return (
    <ul aria-label={t('you.roster')} className="flex flex-col gap-1.5">
      {players.map((player) => (
        <li key={player.userId} className="flex items-start gap-2.5 text-sm">
          {player.ready || !checked ? (
            <Check className="mt-0.5 size-4 flex-none text-mute" aria-label={t('you.ready')} />
          ) : (
            <CircleAlert className="mt-0.5 size-4 flex-none text-amber" aria-label={t('you.missing')} />
          )}
          <span className={cx('min-w-0 flex-1', player.left && 'line-through')}>
            {player.displayName}
            {checked && !player.ready && (
              <span className="block text-amber">
                {[...player.missing, ...(player.refusal ? [player.refusal] : [])].map(({ message }) => message).join(' · ')}
              </span>
            )}
          </span>
          {player.role === 'substitute' && <span className="flex-none text-mute">{t('you.substitute')}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The history of the entry, with the time of each step. */
function Steps({ entry }: { entry: Entry }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const known = entry.steps.filter(({ kind }) => hasText('tournaments', `you.step.${kind}`))
  if (known.length === 0) return null
  return (
    <details>
      <summary className="flex min-h-11 items-center text-sm text-mute hover:text-text">{t('you.history')}</summary>
      <ol className="flex flex-col gap-1.5 text-sm">
        {known.map(({ kind, at, note }) => (
          <li key={kind + at} className="flex justify-between gap-4">
            <span className="min-w-0">
              {t(`you.step.${kind as keyof typeof texts.you.step}`)}
              {note && <span className="block text-mute">{note}</span>}
            </span>
            <time dateTime={at} className="num flex-none text-mute">
              {formatDateTime(at, language)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  )
}
