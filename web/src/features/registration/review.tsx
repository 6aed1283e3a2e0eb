import type { EsportGame, PlayerLack, Tournament } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Avatar } from '@/ui/avatar'
import { Notice } from '@/ui/feedback'
import { useLackLabels } from './lack-labels'
import type { Candidate, RosterPlayer } from './roster'

interface ReviewProps {
  tournament: Tournament
  game: EsportGame
  chosen: readonly RosterPlayer[]
  players: readonly Candidate[]
  lacksOf: (player: Candidate) => PlayerLack[]
  teamName?: string | undefined
  onWho: () => void
}

/** Step 3: a summary of everything, and the next steps. */
export function Review({ tournament, game, chosen, players, lacksOf, teamName, onWho }: ReviewProps) {
  const t = useTexts('registration')
  const mains = chosen.filter(({ role }) => role === 'main').length
  const single = tournament.contestantType === 'single'
  const few = !single && mains < tournament.mainPlayers
  return (
    <div className="flex flex-col gap-6">
      {few && (
        <Notice
          tone="warn"
          action={
            <button type="button" onClick={onWho} className="min-h-11 text-lime underline underline-offset-4">
              {t('review.toWho')}
            </button>
          }
        >
          {t('review.few', { count: tournament.mainPlayers - mains })}
        </Notice>
      )}
      <section aria-labelledby="roster" className="flex flex-col gap-2">
        <h3 id="roster" className="text-lg">
          {teamName ?? t('review.you')}
        </h3>
        <ul>
          {chosen.map((each) => {
            const player = players.find(({ userId }) => userId === each.userId)
            return player && <Line key={each.userId} chosen={each} player={player} lacks={lacksOf(player)} game={game} single={single} />
          })}
        </ul>
      </section>
      <section aria-labelledby="then" className="flex flex-col gap-2">
        <h3 id="then" className="text-lg">
          {t('review.after')}
        </h3>
        <Then tournament={tournament} complete={chosen.every((each) => noLack(players, each, lacksOf))} />
      </section>
    </div>
  )
}

function noLack(players: readonly Candidate[], { userId }: RosterPlayer, lacksOf: ReviewProps['lacksOf']): boolean {
  const player = players.find((each) => each.userId === userId)
  return player !== undefined && lacksOf(player).length === 0
}

function Line({
  chosen,
  player,
  lacks,
  game,
  single,
}: {
  chosen: RosterPlayer
  player: Candidate
  lacks: readonly PlayerLack[]
  game: EsportGame
  single: boolean
}) {
  const t = useTexts('registration')
  const words = useLackLabels(game)
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-0">
      <Avatar name={player.displayName} picture={player.picture} />
      <div className="min-w-0 flex-1">
        <p>{player.displayName}</p>
        <p className={lacks.length > 0 ? 'text-sm text-amber' : 'text-sm text-mute'}>
          {lacks.length > 0 ? words(lacks) : <span className="num">{chosen.gameId}</span>}
        </p>
      </div>
      {!single && <span className="flex-none text-sm text-mute">{t(`role.${chosen.role}`)}</span>}
    </li>
  )
}

/** The steps after sending, with their times. */
function Then({ tournament, complete }: { tournament: Tournament; complete: boolean }) {
  const t = useTexts('registration')
  const language = useLanguage()
  const full = tournament.joined >= tournament.capacity
  const lines = [
    ...(complete ? [] : [t('review.incomplete')]),
    full ? t('review.waiting', { place: tournament.waiting + 1 }) : t(`review.${tournament.joinMode}`),
    t('review.until', { at: formatDateTime(tournament.registrationEndAt, language) }),
    t('review.draw', { at: formatDateTime(tournament.drawAt, language) }),
    t('review.start', { at: formatDateTime(tournament.startAt, language) }),
  ]
  return (
    <ol className="flex list-decimal flex-col gap-1 pl-5 text-mute marker:text-mute">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}
