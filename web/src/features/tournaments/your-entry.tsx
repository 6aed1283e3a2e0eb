import { Link } from '@tanstack/react-router'
import { Check, CircleAlert } from 'lucide-react'
import type { Entry, EntryPlayer, Tournament } from '@/api/generated'
import { hasText, useLanguage, useTexts } from '@/i18n'
import type texts from '@/i18n/th/tournaments'
import { formatDateTime } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { Refusals } from './refusals'
import { StatusTag } from './status-tag'
import { Withdraw } from './withdraw'
import { BarCountdown } from './you'
import { YourCard } from './your-card'

interface YourEntryProps {
  tournament: Tournament
  entry: Entry
  captain: boolean
  suspended: boolean
}

const OPEN: ReadonlyArray<Entry['status']> = ['incomplete_team', 'register', 'join', 'invalid', 'waitlist']

/** How one's entry stands, who plays, what to do now. */
export function YourEntry({ tournament, entry, captain, suspended }: YourEntryProps) {
  const t = useTexts('tournaments')
  const { status, place, name, shortName, logo, reason, missing, players } = entry
  const open = OPEN.includes(status) && tournament.phase !== 'finished'
  const acts = open && !suspended
  const kind = entry.next.kind
  const fixes = kind === 'complete' || kind === 'documents' || kind === 'fix_documents'
  const register = `/esport/tournament/${tournament.id}/register`
  const verb = kind === 'complete' ? 'you.continue' : kind === 'fix_documents' ? 'you.fix_documents' : 'you.documents'
  const action = acts && fixes && (captain || kind !== 'complete') ? { label: t(verb), to: register } : undefined
  // Also who was put out: they may write to those who did it.
  const mayAsk = !suspended && tournament.phase !== 'finished' && entry.submittedAt != null
  const mayEdit = acts && captain && !entry.lockedAt
  return (
    <YourCard
      title={t('you.entry')}
      tone={action ? 'warn' : status === 'join' ? 'live' : 'plain'}
      action={action}
      barText={<BarCountdown tournament={tournament} />}
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
      <p className="text-mute">{useSay(entry, captain)}</p>
      {reason && <p className="border-l-2 border-amber pl-3">{t('you.reason', { reason })}</p>}
      {open && missing.length > 0 && <Refusals refusals={missing} />}
      {open && <Roster players={players} checked={status !== 'join'} />}
    </YourCard>
  )
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

/** `checked`: what somebody still lacks matters, because they are not admitted yet. */
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

/** What became of the entry so far, with the time of each. */
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
