import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { CalendarClock, ClipboardCheck, FileText, Hourglass, type LucideIcon, Swords } from 'lucide-react'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { EntrantScope } from '@/i18n/entrants'
import { formatShortDay, formatTime } from '@/i18n/format'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { Countdown } from '@/features/tournaments/countdown'
import { PLACES, type Step, type StepKind } from './steps'
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

interface Look {
  step: Step
  said: MatchText
}

/** A step in one of the looks below. */
export function StepItem({ step, look }: { step: Step; look: ComponentType<Look> }) {
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

/** The nearest step, with the time left. */
export function Nearest({ step, said: { what, verb, when } }: Look) {
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

/** A step in a list. */
export function StepRow({ step, said: { what, verb, when } }: Look) {
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
