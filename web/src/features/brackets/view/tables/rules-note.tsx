import type { TournamentStageSettings } from '@/api/generated'
import { useTexts } from '@/i18n'

/** Default tie-breaks of a stage. */
const USUAL = ['head_to_head', 'head_to_head_difference', 'difference', 'games_won', 'fewer_forfeits'] as const

/** The points for a result, and the tie-breaks; public before the first match. */
export function RulesNote({ settings: { pointRule, tieBreaks } }: { settings: TournamentStageSettings }) {
  const t = useTexts('boards')
  const order = tieBreaks && tieBreaks.length > 0 ? tieBreaks : USUAL
  return (
    <p className="text-sm text-mute">
      {t(pointRule === 'wins' ? 'rule.points_wins' : `rule.${pointRule ?? 'win_draw'}`)} · {t('rule.title')}:{' '}
      {order.map((by) => t(`rule.${by}`)).join(t('rule.next'))}
    </p>
  )
}
