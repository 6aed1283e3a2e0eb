import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { CalendarClock, ClipboardCheck, FileText, Hourglass, type LucideIcon, Swords } from 'lucide-react'
import { useSession } from '@/api/session'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { formatShortDay, formatTime } from '@/i18n/format'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { Countdown } from '@/features/tournaments/countdown'
import { myNextMatch } from './my-match'
import { useNow } from '@/features/tournaments/now'
import { joinedQuery, myMatchesQuery, runQuery } from '@/features/tournaments/queries'
import { PLACES, type Step, type StepKind, stepsOf } from './steps'
import { type MatchText, useMatchText } from './use-match-text'

const ICONS: Record<StepKind, LucideIcon> = {
  complete: FileText,
  documents: FileText,
  fix_documents: FileText,
  run: ClipboardCheck,
  play: Swords,
  draw: CalendarClock,
  review: Hourglass,
  waiting_list: Hourglass,
}
const WARNS: readonly StepKind[] = ['complete', 'documents', 'fix_documents', 'run']
const ROWS = 3

/** A member's next steps in the tournaments that they entered or run. Its place is kept if someone was signed in here before. */
export function NextSteps() {
  const status = useSession((session) => session.status)
  const me = useSession((session) => session.me)
  if (status === 'guest') return null
  if (!me) return <div aria-hidden="true" className="skeleton hidden h-44 in-data-member:block" />
  return me.verified && !me.suspended ? <Mine key={me.id} /> : null
}

function Mine() {
  const t = useTexts('tournaments')
  const me = useSession((session) => session.me)
  const client = useQueryClient()
  const joined = useQuery(joinedQuery)
  const run = useQuery(runQuery)
  const again = () => {
    void client.invalidateQueries({ queryKey: joinedQuery.queryKey })
    void client.invalidateQueries({ queryKey: runQuery.queryKey })
  }
  // Changes of the user's matches arrive in the inbox.
  const matchesAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'matches' && queryKey[2] === 'mine' })
  useTopic(
    me?.live,
    { 'entry.changed': again, 'inbox.changed': matchesAgain },
    {
      onReload: () => {
        again()
        matchesAgain()
      },
    },
  )
  const now = useNow() ?? 0
  const playing = joined.data?.items.filter(({ next }) => next.kind === 'play') ?? []
  const matches = useQueries({ queries: playing.map(({ tournament }) => myMatchesQuery(tournament.id)) })
  if (joined.isPending || run.isPending) return <div aria-busy="true" className="skeleton h-44" />
  const nearest = playing.flatMap(({ tournament, entry }, index) => {
    const { data } = matches[index] ?? {}
    const match = data && myNextMatch(data.items, data.asking, entry.id, now)
    return match ? [[tournament.id, match] as const] : []
  })
  const steps = stepsOf(joined.data?.items ?? [], run.data?.items ?? [], new Map(nearest))
  const [first, ...others] = steps
  // A list that failed to load shows nothing: the page below works without it.
  if (!first) return joined.data ? <NothingYet any={joined.data.total > 0} /> : null
  return (
    <section aria-label={t('mine.heading')} className="flex flex-col gap-2">
      <h2 className="text-xl">{t('mine.heading')}</h2>
      <StepItem step={first} look={Nearest} />
      {others.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {others.slice(0, ROWS).map((step) => (
            <StepItem key={`${step.id}${step.kind}`} step={step} look={Row} />
          ))}
        </ul>
      )}
      {others.length > ROWS && (
        <Link
          to="/esport/tournament"
          search={{ mine: 'entered' }}
          className="flex min-h-11 items-center self-start text-sm text-mute hover:text-text"
        >
          {t('mine.all')} <span className="num ml-1.5">{steps.length}</span>
        </Link>
      )}
    </section>
  )
}

interface Look {
  step: Step
  said: MatchText
}

function StepItem({ step, look }: { step: Step; look: ComponentType<Look> }) {
  const { match, players = 'team' } = step
  if (!match) return <PlainStep step={step} look={look} />
  return (
    <EntrantScope value={players}>
      <MatchStep step={step} match={match} look={look} />
    </EntrantScope>
  )
}

function PlainStep({ step, look: Look }: { step: Step; look: ComponentType<Look> }) {
  return <Look step={step} said={useSay(step)} />
}

/** A component of its own: the texts of matches load when there is one. */
function MatchStep({ step, match, look: Look }: { step: Step; match: NonNullable<Step['match']>; look: ComponentType<Look> }) {
  return <Look step={step} said={useMatchText(match)} />
}

function useSay({ kind, place, count, at, when }: Step): MatchText {
  const t = useTexts('tournaments')
  const language = useLanguage()
  return {
    what: kind === 'waiting_list' && place ? t('mine.step.waiting_list_at', { place }) : t(`mine.step.${kind}`, { count }),
    verb: t(`mine.verb.${kind}`),
    // Kept together: a date is not broken over lines.
    when:
      at && when
        ? t(`mine.${when}`, { at: `${formatShortDay(at, language)} ${formatTime(at, false)}`.replaceAll(' ', '\u00a0') })
        : undefined,
  }
}

const placeOf = ({ kind, id, match }: Step): string =>
  match ? `/esport/match/${match.match.id}` : `/esport/tournament/${id}${PLACES[kind]}`

function Nearest({ step, said: { what, verb, when } }: Look) {
  const t = useTexts('tournaments')
  const content = useContent()
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-lime/40 bg-[linear-gradient(105deg,#18240f,#0d130d_70%)] p-4 md:flex-row md:items-center md:gap-6 md:p-5">
      <div className="flex min-w-0 flex-1 items-center gap-3.5">
        <TeamLogo name={step.entrant ?? content(step.name)} />
        <div className="min-w-0">
          <p className="font-semibold">{what}</p>
          <p className="line-clamp-2 text-sm text-mute">
            {content(step.name)}
            {when && ` · ${when}`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:gap-x-6">
        {step.at !== undefined && (
          <p className="flex items-baseline gap-2">
            <Countdown until={step.at} className="text-3xl" />
            <span className="text-sm text-mute">{t('mine.until')}</span>
          </p>
        )}
        <Link to={placeOf(step)} className={buttonClass('primary')}>
          {verb}
        </Link>
      </div>
    </div>
  )
}

function Row({ step, said: { what, verb, when } }: Look) {
  const content = useContent()
  const Icon = ICONS[step.kind]
  const warns = step.match?.asked || WARNS.includes(step.kind)
  return (
    <li className="flex items-center gap-3.5 py-2.5">
      <span
        aria-hidden="true"
        className={cx('grid size-11 flex-none place-items-center rounded-[9px]', warns ? 'bg-amber-dim text-amber' : 'bg-raise text-text')}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{what}</p>
        <p className="line-clamp-2 text-sm text-mute">
          {content(step.name)}
          {when && ` · ${when}`}
        </p>
      </div>
      <Link to={placeOf(step)} className={buttonClass('plain', 'sm')}>
        {verb}
      </Link>
    </li>
  )
}

function NothingYet({ any }: { any: boolean }) {
  const t = useTexts('tournaments')
  if (any) return null
  return (
    <section
      aria-label={t('mine.heading')}
      className="flex flex-col items-start gap-4 rounded-panel border border-line bg-panel p-5 sm:flex-row sm:items-center sm:justify-between"
    >
      <p className="text-mute">{t('mine.empty')}</p>
      <Link to="/account/team" className={cx(buttonClass('plain', 'sm'), 'flex-none')}>
        {t('mine.team')}
      </Link>
    </section>
  )
}
