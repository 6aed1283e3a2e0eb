import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Bracket, BracketEntrant, Tournament } from '@/api/generated'
import { useTexts } from '@/i18n'
import { formatBaht } from '@/ui/baht'
import { cx } from '@/ui/cx'
import { TeamLogo } from '@/ui/team-logo'
import { bracketQuery } from '../queries'

/** Rows of the final ranking shown at first. */
const FIRST = 8

/** The announced winners with their prizes, and the final ranking with its shared places. */
export function Podium({ tournament }: { tournament: Tournament }) {
  const { data } = useQuery(bracketQuery(tournament.id, tournament.stages.length))
  if (!data) return null
  const ranked = data.entrants.filter(({ rank }) => rank).sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.seed - other.seed)
  if ((ranked.length === 0 && !data.entrants.some(({ disqualified }) => disqualified)) || (!data.finished && data.winners.length === 0))
    return null
  return <PodiumView bracket={data} ranked={ranked} />
}

function PodiumView({ bracket, ranked }: { bracket: Bracket; ranked: readonly BracketEntrant[] }) {
  const t = useTexts('boards')
  const announced = bracket.winners.toSorted((one, other) => one.place - other.place)
  const of = new Map(bracket.entrants.map((entrant) => [entrant.contestantId, entrant]))
  const first = announced.length > 0 ? announced : ranked.slice(0, 3).map(({ contestantId, rank }) => ({ contestantId, place: rank ?? 0 }))
  // A semi-final without a winner sends nobody to the final.
  const third = bracket.matches.find(({ part, winner }) => part === 'third' && winner)
  const second = third && of.get((third.winner === 'home' ? third.home : third.away).contestantId ?? 0)
  const stripped = bracket.entrants.filter(({ disqualified, rank }) => disqualified && !rank)
  const held = new Map<number, number>()
  for (const { rank } of ranked) held.set(rank ?? 0, (held.get(rank ?? 0) ?? 0) + 1)
  return (
    <section aria-labelledby="podium" className="flex flex-col gap-4">
      <h2 id="podium" className="text-xl">
        {t(bracket.finished ? 'podium.finished' : 'podium.winners')}
      </h2>
      {bracket.finished && !ranked.some(({ rank }) => rank === 1) && <p>{t('podium.noChampion')}</p>}
      {second?.rank === 2 && <p className="text-mute">{t('podium.thirdIsSecond', { name: second.name })}</p>}
      <ol className="grid gap-3 sm:grid-cols-3">
        {first.slice(0, 3).map(({ contestantId, place }, index) => {
          const entrant = of.get(contestantId)
          return (
            entrant && (
              <li
                key={`${place} ${contestantId}`}
                className={cx('flex items-center gap-4 rounded-panel border bg-panel p-4', index === 0 ? 'border-text' : 'border-line')}
              >
                <span className={cx('num', index === 0 ? 'text-4xl' : 'text-3xl text-mute')}>{place}</span>
                <TeamLogo name={entrant.name} shortName={entrant.shortName} logo={entrant.logo} />
                <span className="min-w-0">
                  <Name entrant={entrant} />
                  <Left entrant={entrant} className="block text-sm" />
                  <Prize bracket={bracket} place={place} />
                </span>
              </li>
            )
          )
        })}
      </ol>
      {stripped.length > 0 && <p className="text-mute">{t('podium.stripped', { names: stripped.map(({ name }) => name).join(', ') })}</p>}
      {bracket.finished && ranked.length > 3 && (
        <details>
          <summary className="num flex min-h-11 items-center text-mute hover:text-text">
            {t('podium.all', { count: ranked.length })}
          </summary>
          <ol className={cx('grid gap-x-8', ranked.length > FIRST && 'sm:grid-cols-2')}>
            {ranked.map((entrant) => (
              <li key={entrant.contestantId} className="flex items-baseline gap-4 border-b border-line py-2">
                <span className="num w-8 text-right">{entrant.rank}</span>
                <span className="min-w-0 flex-1 break-words">{entrant.name}</span>
                <Left entrant={entrant} className="text-xs" />
                {(held.get(entrant.rank ?? 0) ?? 0) > 1 && <span className="text-xs text-mute">{t('shared')}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

/** Marks an entrant that was disqualified, or left. */
function Left({ entrant: { out, disqualified }, className }: { entrant: BracketEntrant; className: string }) {
  const t = useTexts('boards')
  if (disqualified) return <span className={cx('text-red', className)}>{t('podium.disqualified')}</span>
  return out ? <span className={cx('text-mute', className)}>{t('out')}</span> : null
}

function Name({ entrant: { name, teamId } }: { entrant: BracketEntrant }) {
  if (!teamId) return <span className="block leading-snug font-semibold break-words">{name}</span>
  return (
    <Link to="/esport/team/$id" params={{ id: String(teamId) }} className="block leading-snug font-semibold break-words hover:text-lime">
      {name}
    </Link>
  )
}

function Prize({ bracket, place }: { bracket: Bracket; place: number }) {
  const t = useTexts('tournaments')
  const prize = bracket.prizes.find((each) => each.place === place)
  if (!prize) return null
  const baht = prize.baht ? t('baht', { amount: formatBaht(prize.baht * 100) }) : undefined
  return <span className="block text-sm text-mute">{[baht, prize.text].filter(Boolean).join(' · ')}</span>
}
