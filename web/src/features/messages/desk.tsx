import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDay, formatTime } from '@/i18n/format'
import type { Live } from '@/live'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { TeamLogo } from '@/ui/team-logo'
import { Announce } from './announce'
import { entrantThreadsQuery } from './desk-queries'
import { EntrantThread } from './thread'
import type { EntrantThread as Thread } from '@/api/generated'

interface Entrant {
  id: number
  name: string
  shortName: string
  logo?: string | null
  /** The entry has not ended. */
  stands: boolean
}

interface DeskMessagesProps {
  tournamentId: number
  live: Live | undefined
  entrants: readonly Entrant[]
  /** The entrant whose thread is open */
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** Messages with one entrant, or to all remaining ones. */
export function DeskMessages({ tournamentId, live, entrants, chosen, onChoose }: DeskMessagesProps) {
  const t = useEntrantTexts('messages')
  const { data, error, refetch } = useQuery(entrantThreadsQuery(tournamentId))
  const listed = withWhom(entrants, data?.items ?? [], chosen)
  const entrant = listed.find(({ id }) => id === chosen)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-6">
      {/* On a phone an open thread is at the top. */}
      <div className={cx(entrant && 'max-md:hidden')}>
        <Announce tournamentId={tournamentId} live={live} />
      </div>
      <section aria-label={t('desk.entrants')} className="grid items-stretch gap-4 md:grid-cols-[300px_minmax(0,1fr)]">
        <div className={cx('min-w-0', entrant && 'max-md:hidden')}>
          {data ? <Entrants entrants={listed} lines={data.items} chosen={chosen} onChoose={onChoose} /> : <div className="skeleton h-96" />}
        </div>
        <div className={cx('min-w-0 rounded-panel border border-line bg-ink px-4', !entrant && 'max-md:hidden')}>
          {entrant ? (
            <>
              <div className="flex items-center gap-3 border-b border-line py-2">
                <Button size="sm" look="ghost" className="-ml-3 md:hidden" aria-label={t('desk.back')} onClick={() => onChoose(undefined)}>
                  <ArrowLeft className="size-5" aria-hidden="true" />
                </Button>
                <TeamLogo name={entrant.name} shortName={entrant.shortName} logo={entrant.logo} size="sm" />
                <h2 className="min-w-0 text-lg break-words">{entrant.name}</h2>
                {!entrant.stands && <Tag>{t('desk.out')}</Tag>}
              </div>
              <EntrantThread
                key={entrant.id}
                tournamentId={tournamentId}
                contestantId={entrant.id}
                staff
                className="h-[min(70dvh,620px)]"
              />
            </>
          ) : (
            <p className="grid h-[min(70dvh,620px)] place-items-center p-6 text-center text-mute">{t('desk.choose')}</p>
          )}
        </div>
      </section>
    </div>
  )
}

const STEP = 50

interface EntrantsProps {
  entrants: readonly Entrant[]
  lines: readonly Thread[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

function Entrants({ entrants, lines, chosen, onChoose }: EntrantsProps) {
  const t = useEntrantTexts('messages')
  const id = useId()
  const [find, setFind] = useState('')
  const [most, setMost] = useState(STEP)
  if (entrants.length === 0) return <EmptyState>{t('desk.none')}</EmptyState>
  const word = find.trim().toLocaleLowerCase()
  const found = inOrder(entrants, lines).filter(
    ({ entrant: { name, shortName } }) => word === '' || `${name} ${shortName}`.toLocaleLowerCase().includes(word),
  )
  return (
    <div className="flex flex-col gap-2 md:h-[min(76dvh,676px)]">
      <label htmlFor={id} className="sr-only">
        {t('desk.find')}
      </label>
      <input
        id={id}
        type="search"
        value={find}
        placeholder={t('desk.find')}
        onChange={(event) => setFind(event.target.value)}
        className="min-h-12 w-full rounded-control bg-ground px-4 text-base ring-1 ring-control ring-inset placeholder:text-mute focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-lime"
      />
      {found.length === 0 && <p className="p-4 text-mute">{t('desk.notFound')}</p>}
      <ul className="min-h-0 flex-1 overflow-y-auto rounded-panel border border-line bg-panel empty:hidden">
        {found.slice(0, most).map(({ entrant, line }) => (
          <li key={entrant.id} className="border-b border-line last:border-0">
            <Line entrant={entrant} line={line} current={entrant.id === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {found.length > most && (
        <Button size="sm" onClick={() => setMost(most + STEP)}>
          {t('desk.more')}
        </Button>
      )}
    </div>
  )
}

/** Lists active entrants, and of the others those with messages (they may still write) or named by the address. */
export function withWhom<E extends Entrant>(entrants: readonly E[], lines: readonly Thread[], chosen?: number): Entrant[] {
  const talked = new Map(lines.filter(({ last }) => last).map((line) => [line.contestantId, line]))
  const known = new Set(entrants.map(({ id }) => id))
  const others = [...talked.values()].filter(({ contestantId }) => !known.has(contestantId))
  return [
    ...entrants.filter(({ id, stands }) => stands || talked.has(id) || id === chosen),
    ...others.map(({ contestantId, name, shortName, logo }) => ({ id: contestantId, name, shortName, logo: logo ?? null, stands: false })),
  ]
}

/** Sorts entrants: those who wait for an answer first, then by latest message; entrants who have never written by name. */
export function inOrder<E extends Entrant>(entrants: readonly E[], lines: readonly Thread[]): Array<{ entrant: E; line?: Thread }> {
  const known = new Map(lines.map((line) => [line.contestantId, line]))
  return entrants
    .map((entrant) => {
      const line = known.get(entrant.id)
      return line ? { entrant, line } : { entrant }
    })
    .toSorted(
      (one, other) =>
        Number((other.line?.unread ?? 0) > 0) - Number((one.line?.unread ?? 0) > 0) ||
        (other.line?.last?.at ?? '').localeCompare(one.line?.last?.at ?? '') ||
        one.entrant.name.localeCompare(other.entrant.name),
    )
}

interface LineProps {
  entrant: Entrant
  line: Thread | undefined
  current: boolean
  onChoose: (id: number) => void
}

function Line({ entrant, line, current, onChoose }: LineProps) {
  const t = useEntrantTexts('messages')
  const language = useLanguage()
  const { last, unread = 0, reported = 0 } = line ?? {}
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => onChoose(entrant.id)}
      className={cx(
        'flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left focus-visible:-outline-offset-2',
        current ? 'bg-raise' : 'hover:bg-raise/60',
      )}
    >
      <TeamLogo name={entrant.name} shortName={entrant.shortName} logo={entrant.logo} size="sm" />
      <span className="min-w-0 flex-1">
        <span className={cx('block py-0.5 break-words', unread > 0 && 'font-semibold')}>
          {entrant.name}
          {!entrant.stands && <span className="text-sm font-normal text-mute"> · {t('desk.out')}</span>}
        </span>
        <span dir="auto" className="block truncate overflow-x-clip overflow-y-visible text-sm text-mute">
          {last ? last.text || t('desk.pictureOnly') : t('desk.never')}
        </span>
        {reported > 0 && <span className="block text-sm text-amber">{t('desk.reported', { count: reported })}</span>}
      </span>
      <span className="num flex flex-none flex-col items-end text-xs text-mute">
        {last && (
          <time dateTime={last.at}>
            {formatDay(last.at, language)} {formatTime(last.at, false)}
          </time>
        )}
        {unread > 0 && (
          <span className="rounded-full bg-amber-dim px-2 text-sm text-amber">
            <span aria-hidden="true">{unread}</span>
            <span className="sr-only">{t('desk.unread', { count: unread })}</span>
          </span>
        )}
      </span>
    </button>
  )
}
