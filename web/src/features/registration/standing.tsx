import { isActiveEntrant } from '@/api/state-sets.gen'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Entry, EsportGame, Tournament } from '@/api/generated'
import { useSession } from '@/api/session'
import { StatusTag } from '@/features/tournaments/status-tag'
import { Withdraw } from '@/features/tournaments/withdraw'
import { hasText, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { ConnectionMark } from '@/live/connection-mark'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TeamLogo } from '@/ui/team-logo'
import { Timeline, type TimelineStep } from '@/ui/timeline'
import { Contact } from './contact'
import { EntryHead } from './entry-head'
import { EntryPlayers } from './entry-players'
import { MyPart } from './my-part'
import { RosterEdit } from './roster-edit'

interface StandingProps {
  tournament: Tournament
  game: EsportGame
  entry: Entry
  captain: boolean
  /** It was just sent, and its button is gone: the focus moves here. */
  led?: boolean
  /** Enters again, if that is possible. */
  onAgain?: (() => void) | undefined
}

/** A submitted entry: its status, the next step, its roster. */
export function Standing({ tournament, game, entry, captain, led = false, onAgain }: StandingProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (led) ref.current?.focus({ preventScroll: true })
  }, [led])
  const t = useTexts('registration')
  const me = useSession((session) => session.me?.id)
  const [editing, setEditing] = useState(false)
  const mine = entry.players.find(({ userId, left }) => userId === me && !left)
  const stands = isActiveEntrant(entry.status)
  const locked = !stands || entry.lockedAt != null
  const open = tournament.phase === 'register' || tournament.phase === 'draw'
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <EntryHead tournament={tournament} aside={<ConnectionMark />} />
      <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-8">
          <How entry={entry} onAgain={onAgain} tournament={tournament} />
          {mine && stands && (!mine.ready || !captain) && <MyPart tournament={tournament} game={game} player={mine} locked={locked} />}
          {editing ? (
            <RosterEdit tournament={tournament} game={game} entry={entry} onEnd={() => setEditing(false)} />
          ) : (
            <section aria-labelledby="players">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 id="players" className="text-xl">
                  {t('status.players')}
                </h2>
                {captain && !locked && open && entry.teamId != null && (
                  <Button size="sm" onClick={() => setEditing(true)}>
                    {t('status.edit')}
                  </Button>
                )}
              </div>
              {locked && stands && <p className="text-sm text-mute">{t('status.locked')}</p>}
              <EntryPlayers entry={entry} game={game} captain={captain && stands} me={me} />
            </section>
          )}
          {/* An entrant who was removed may still write to staff. */}
          {(stands || entry.submittedAt != null) && <Contact tournament={tournament} entry={entry} />}
        </div>
        <aside
          aria-label={t('status.sofar')}
          className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5 md:sticky md:top-24"
        >
          <h2 className="text-lg">{t('status.sofar')}</h2>
          <Steps entry={entry} />
          {captain && stands && <Withdraw entry={entry} tournament={tournament} />}
        </aside>
      </div>
    </div>
  )
}

/** The most relevant status now, as a card of its own. */
function How({ entry, tournament, onAgain }: { entry: Entry; tournament: Tournament; onAgain?: (() => void) | undefined }) {
  const t = useTexts('registration')
  const language = useLanguage()
  const { kind, at } = entry.next
  const own = hasText('registration', `ended.${entry.status}`) ? t(`ended.${entry.status}` as 'ended.reject') : undefined
  return (
    <section aria-labelledby="next" className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-5">
      <div className="flex flex-wrap items-center gap-3">
        {entry.teamId != null && <TeamLogo name={entry.name} shortName={entry.shortName} logo={entry.logo} />}
        <p className="num min-w-0 flex-1 text-lg break-words">{entry.name}</p>
        <span aria-live="polite">
          <StatusTag status={entry.status} place={entry.place} />
        </span>
      </div>
      <h2 id="next" className="text-xl">
        {own ?? t(`next_.${kind}.title`, { place: entry.place ?? '' })}
      </h2>
      {!own && <p className="text-mute">{t(`next_.${kind}.text`, { at: at ? formatDateTime(at, language) : '' })}</p>}
      {entry.reason && (
        <Notice tone="warn">
          <span className="block text-sm text-mute">{t('status.reason')}</span>
          {entry.reason}
        </Notice>
      )}
      {entry.missing.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-amber">
          {entry.missing.map((lack) => (
            <li key={`${lack.code} ${lack.message}`}>{lack.message}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {onAgain && (
          <Button look="primary" onClick={onAgain}>
            {t('status.again')}
          </Button>
        )}
        <Link to="/esport/tournament/$id" params={{ id: String(tournament.id) }} className={buttonClass('plain')}>
          {t('status.tournament')}
        </Link>
      </div>
    </section>
  )
}

/** Steps with a fixed time; the others depend on people. */
const FIXED: readonly string[] = ['draw', 'play']

function Steps({ entry }: { entry: Entry }) {
  const t = useTexts('registration')
  const language = useLanguage()
  const done = entry.steps.map(
    ({ kind, at, note }, index): TimelineStep => ({
      key: `${kind} ${index}`,
      label: (
        <>
          {t(hasText('registration', `did.${kind}`) ? (`did.${kind}` as 'did.other') : 'did.other')}
          {note && <span className="block text-sm text-mute">{note}</span>}
        </>
      ),
      at: formatDateTime(at, language),
      state: 'done',
    }),
  )
  const { kind, at } = entry.next
  const next: TimelineStep[] =
    kind === 'none'
      ? []
      : [
          {
            key: 'next',
            label: t(`next_.${kind}.short`),
            at: at && FIXED.includes(kind) ? formatDateTime(at, language) : '…',
            state: 'current',
          },
        ]
  return <Timeline steps={[...done, ...next]} label={t('status.sofar')} />
}

/** A page with one sentence about this tournament. */
export function Plain({ tournament, title, children }: { tournament: Tournament; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-6">
      <EntryHead tournament={tournament} />
      <section className="flex max-w-2xl flex-col gap-4 rounded-panel border border-line bg-panel p-5">
        <h2 className="text-xl">{title}</h2>
        {children}
      </section>
    </div>
  )
}
