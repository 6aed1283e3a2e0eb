import type { TournamentBrief } from '@/api/generated'
import { useTexts } from '@/i18n'
import { ScoreLines } from '../score-lines'
import { Item } from './item'

/** A tournament that is being played: its score, and the way to its page. */
export function PlayingTournament({ tournament }: { tournament: TournamentBrief }) {
  const t = useTexts('doorway')
  const { phase, score } = tournament
  return (
    <Item tournament={tournament} linked facts={phase === 'competition' ? undefined : t('over')}>
      {score ? <ScoreLines score={score} /> : <p className="text-sm text-mute">{t('soon')}</p>}
    </Item>
  )
}
