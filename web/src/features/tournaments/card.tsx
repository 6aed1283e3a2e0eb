import { Link } from '@tanstack/react-router'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatShortDay } from '@/i18n/format'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { WholeWords } from '@/ui/whole-words'
import { PhaseTime } from './phase-tag'
import { ScoreLines } from './score-lines'
import type { TournamentCard } from '@/api/generated'
import { useTournamentLabels } from './labels'

/** The promoter's picture, or one drawn from the game's colours. */
export function Banner({ tournament, className }: { tournament: Pick<TournamentCard, 'banner' | 'game'>; className: string }) {
  const { banner, game } = tournament
  if (banner) return <img src={banner} alt="" width="700" height="400" loading="lazy" className={cx('bg-panel object-cover', className)} />
  return <Cover hue={game.hue} motif={game.motif} glyph={game.glyph ?? undefined} ratio="3:2" className={className} />
}

/** A tournament in a list: its name, its state, its key figures. */
export function TournamentCardItem({ tournament, className }: { tournament: TournamentCard; className?: string | undefined }) {
  const t = useTexts('tournaments')
  const content = useContent()
  const labels = useTournamentLabels()
  return (
    <li className={cx('relative flex min-w-0 flex-col', className)}>
      <div className="relative overflow-hidden rounded-panel">
        <Banner tournament={tournament} className="block aspect-5/2 w-full" />
        <div className="absolute inset-x-2.5 top-2.5 flex flex-wrap items-start justify-between gap-1.5">
          <span className="num rounded bg-ink/85 px-2 text-xs leading-6" lang="en">
            {content(tournament.game.name)}
          </span>
          <PhaseTime tournament={tournament} />
        </div>
      </div>
      <Link
        to="/esport/tournament/$id"
        params={{ id: String(tournament.id) }}
        className="num mt-2 line-clamp-2 text-lg after:absolute after:inset-0 hover:text-lime"
      >
        <WholeWords>{content(tournament.name)}</WholeWords>
      </Link>
      <p className="line-clamp-1 text-sm text-mute">
        {tournament.inviteOnly && `${t('inviteOnly')} · `}
        {[labels.category(tournament.category), labels.side(tournament), labels.format(tournament)].join(' · ')}
      </p>
      {tournament.score && <ScoreLines score={tournament.score} className="mt-2 rounded-control border border-line bg-panel px-3 py-1.5" />}
      <p className="mt-auto flex items-baseline justify-between gap-3 pt-1">
        {tournament.prizeBaht ? (
          <span className="text-2xl whitespace-nowrap">
            <Baht amount={tournament.prizeBaht} />
          </span>
        ) : (
          <span className="text-sm text-mute">{t('noPrize')}</span>
        )}
        <Places tournament={tournament} />
      </p>
      {FILLS.includes(tournament.phase) && <PlacesBar tournament={tournament} />}
    </li>
  )
}

/** An amount as the main figure; its unit is smaller, and placed as the language requires. */
export function Baht({ amount }: { amount: number }) {
  const { baht } = useTournamentLabels()
  return baht(amount)
    .split(/([\d,]+)/)
    .map((part) =>
      /\d/.test(part) ? (
        <span key={part} className="num">
          {part}
        </span>
      ) : (
        <span key={part} className="text-[0.6em] text-mute">
          {part}
        </span>
      ),
    )
}

/** While places fill up, the free ones matter more than the number of players. */
const FILLS: readonly TournamentCard['phase'][] = ['upcoming', 'register', 'draw']

type Filled = Pick<TournamentCard, 'joined' | 'capacity' | 'contestantType' | 'phase'>

const isFew = ({ joined, capacity, phase }: Filled) => phase === 'register' && joined >= capacity * 0.85

/** The places taken: `44/48 ทีม`; during play, the entrants and the end. */
function Places({ tournament }: { tournament: TournamentCard }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const labels = useTournamentLabels()
  const { joined, capacity, phase, endAt, noChampion } = tournament
  if (!FILLS.includes(phase)) {
    return (
      <span className="text-right text-sm text-mute">
        <span className="num text-base text-text">{joined}</span> {labels.entrants(tournament, joined)}
        {phase === 'competition' && ` · ${t('when.until', { day: formatShortDay(endAt, language) })}`}
        {noChampion && ` · ${t('when.noChampion')}`}
      </span>
    )
  }
  return (
    <span className="whitespace-nowrap text-sm text-mute">
      <span className="num text-base text-text">
        {joined}/{capacity}
      </span>{' '}
      {labels.entrants(tournament, capacity)}
    </span>
  )
}

export function PlacesBar({ tournament }: { tournament: Filled }) {
  const share = Math.min(100, (tournament.joined / tournament.capacity) * 100)
  return (
    <span aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
      <span className={cx('block h-full', isFew(tournament) ? 'bg-amber' : 'bg-lime/45')} style={{ width: `${share}%` }} />
    </span>
  )
}

export function CardSkeleton({ className }: { className?: string | undefined }) {
  return (
    <li className={cx('flex min-w-0 flex-col gap-2', className)}>
      <div className="skeleton aspect-5/2 w-full rounded-panel" />
      <div className="skeleton h-6 w-4/5" />
      <div className="skeleton h-4 w-3/5" />
      <div className="skeleton h-7" />
    </li>
  )
}
