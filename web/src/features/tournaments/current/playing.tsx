import { Link } from '@tanstack/react-router'
import type { TournamentBrief } from '@/api/generated'
import { useTexts } from '@/i18n'
import { ScoreLines } from '../score-lines'
import { Item } from './item'

/** A tournament that is being played: its score, and the way to its page. */
export function PlayingTournament({ tournament }: { tournament: TournamentBrief }) {
  const t = useTexts('doorway')
  const { id, phase, score } = tournament
  return (
    <Item
      tournament={tournament}
      facts={phase === 'competition' ? undefined : t('over')}
      name={(text) => (
        <Link
          to="/esport/tournament/$id"
          params={{ id: String(id) }}
          className="num line-clamp-2 text-base leading-6 after:absolute after:inset-0 hover:text-lime"
        >
          {text}
        </Link>
      )}
    >
      {score ? <ScoreLines score={score} /> : <p className="text-sm text-mute">{t('soon')}</p>}
    </Item>
  )
}
