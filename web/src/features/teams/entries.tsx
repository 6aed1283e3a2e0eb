import { isListedEntrant } from '@/api/state-sets.gen'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Trophy } from 'lucide-react'
import type { TeamEntry } from '@/api/generated'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { formatDate } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { StatusTag } from '@/features/tournaments/status-tag'

type Phase = TeamEntry['phase']

const OVER: readonly Phase[] = ['finished', 'cancelled']
/** Statuses of entries that have ended. */

/** Whether the team is still active there. */
export const isRunning = ({ phase, status }: TeamEntry) => !OVER.includes(phase) && isListedEntrant(status)

/** Tournaments of a team or a player, running ones first. */
export function Entries({ entries, none }: { entries: readonly TeamEntry[]; none: string }) {
  const t = useTexts('teams')
  const running = entries.filter(isRunning)
  const past = entries.filter((entry) => !isRunning(entry))
  return (
    <section aria-labelledby="tournaments" className="flex flex-col gap-3">
      <h2 id="tournaments" className="text-xl">
        {t('tournaments.heading')}
      </h2>
      {entries.length === 0 && <p className="text-mute">{none}</p>}
      <Some heading={past.length > 0 ? t('tournaments.running') : undefined} entries={running} />
      <Some heading={t('tournaments.past')} entries={past} />
    </section>
  )
}

function Some({ heading, entries }: { heading: string | undefined; entries: readonly TeamEntry[] }) {
  const t = useTexts('teams')
  const tournament = useTexts('tournaments')
  const content = useContent()
  const language = useLanguage()
  if (entries.length === 0) return null
  return (
    <>
      {heading && <h3 className="text-base text-mute">{heading}</h3>}
      <ul className="flex flex-col">
        {entries.map(({ tournamentId, name, phase, status, startAt, rank, entrants }) => (
          <li key={tournamentId} className="border-b border-line last:border-b-0">
            <Link
              to="/esport/tournament/$id"
              params={{ id: String(tournamentId) }}
              className="flex min-h-16 items-center gap-3 py-2 hover:text-lime focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block">{content(name)}</span>
                <span className="block text-sm text-mute">
                  {tournament(`phase.${phase}`)} ·{' '}
                  {OVER.includes(phase) ? formatDate(startAt, language) : t('tournaments.starts', { at: formatDate(startAt, language) })}
                </span>
              </span>
              {rank && entrants && (
                <span className={cx('num flex flex-none items-center gap-1.5 text-sm', rank > 1 && 'text-mute')}>
                  {rank === 1 && <Trophy className="size-4 text-lime" aria-hidden="true" />}
                  {t('tournaments.rank', { rank: ordinal(rank, language), count: entrants })}
                </span>
              )}
              {/* Once a tournament is over, an accepted entry needs no status. */}
              {!(OVER.includes(phase) && status === 'join') && <StatusTag status={status} />}
              <ChevronRight className="size-5 flex-none text-mute" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Names of tournaments, within a sentence about the consequences for them. */
export function Named({ entries }: { entries: readonly TeamEntry[] }) {
  const content = useContent()
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {entries.map(({ tournamentId, name }) => (
        <li key={tournamentId} className="text-text">
          {content(name)}
        </li>
      ))}
    </ul>
  )
}
