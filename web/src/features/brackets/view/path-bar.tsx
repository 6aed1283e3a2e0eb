import type { BracketMatch } from '@/api/generated'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { EntrantPath } from './path'
import type { BracketLookup, Round } from '../rounds'
import { Face } from './phone'
import type { BracketLabels } from '../labels'

interface PathBarProps {
  me: number
  way: EntrantPath
  rounds: readonly Round[]
  known: BracketLookup
  labels: BracketLabels
  onShow: (id: number) => void
}

/** The viewer's own path through the bracket, match by match; it stays in view. */
export function PathBar({ me, way, rounds, known, labels, onShow }: PathBarProps) {
  const t = useTexts('brackets')
  const steps = rounds.flatMap((round) =>
    round.matches.filter(({ id }) => way.played.has(id) || way.ahead.has(id)).map((match) => ({ round, match })),
  )
  if (steps.length === 0) return null
  return (
    <nav
      aria-label={t('view.myWay')}
      className="sticky bottom-(--covered) z-10 -mx-4 overflow-x-auto border-t border-line bg-ink px-4 py-2 sm:hidden print:hidden"
    >
      <ol className="flex">
        {steps.map(({ round, match }, index) => (
          <li key={match.id} className="relative flex min-w-20 flex-1 justify-center">
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-4 right-1/2 mr-6 h-0.5 w-[calc(100%-3rem)]',
                  way.played.has(match.id) ? 'bg-lime/60' : 'bg-line',
                )}
              />
            )}
            <button type="button" onClick={() => onShow(match.id)} className="flex flex-col items-center px-1 text-xs leading-5">
              <Face entrant={opponent(match, me, known)} {...(isNext(match, way) && { className: 'ring-2 ring-lime' })} />
              <span className="mt-1 whitespace-nowrap text-mute">{labels.round(round)}</span>
              <span className={cx('num', isNext(match, way) && 'text-lime')}>{how(match, me, labels)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const isNext = (match: BracketMatch, way: EntrantPath) => way.played.has(match.id) && match.state !== 'decided' && match.state !== 'bye'

function opponent(match: BracketMatch, me: number, known: BracketLookup) {
  const { contestantId } = match.home.contestantId === me ? match.away : match.home
  return match.home.contestantId === me || match.away.contestantId === me ? known.entrant.get(contestantId ?? 0) : undefined
}

/** Returns `2–0` from the viewer's side. */
function how(match: BracketMatch, me: number, labels: BracketLabels): string {
  const home = match.home.contestantId === me
  const [own, other] = home ? (['home', 'away'] as const) : (['away', 'home'] as const)
  const [mine, theirs] = [labels.score(match, own), labels.score(match, other)]
  if (match.outcome === 'walkover' || match.outcome === 'double_forfeit') return mine
  return mine && theirs
    ? `${mine}–${theirs}`
    : match.scheduledAt
      ? labels.at(match.scheduledAt).split(' ').slice(1, 3).join(' ')
      : labels.match(match.label)
}
