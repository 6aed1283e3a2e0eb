import type { MatchShort } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'

interface FallsProps {
  falls: readonly MatchShort[]
  laterStages?: readonly number[]
  /** Published maps that would no longer count */
  maps?: readonly number[]
}

/** Results that a correction resets, the last ones first, in the order of undoing. */
export function Falls({ falls, laterStages = [], maps = [] }: FallsProps) {
  const t = useTexts('brackets')
  if (falls.length === 0 && laterStages.length === 0 && maps.length === 0) return <Notice>{t('falls.none')}</Notice>
  return (
    <Notice tone="warn">
      {maps.length > 0 && <p>{t('falls.maps', { maps: maps.join(', ') })}</p>}
      {falls.length > 0 && <p>{t('falls.text', { count: falls.length })}</p>}
      <ol className="mt-2 empty:hidden max-h-48 overflow-y-auto text-sm">
        {falls.map(({ id, label, home, away, homeScore, awayScore }) => (
          <li key={id} className="flex justify-between gap-4 border-t border-amber/30 py-1.5">
            <span className="min-w-0 break-words">
              <span className="num mr-2 text-mute">{t('match.label', { label: label ?? '' })}</span>
              {home ?? t('slot.open')} – {away ?? t('slot.open')}
            </span>
            {homeScore !== null && homeScore !== undefined && (
              <span className="num flex-none">
                {homeScore}–{awayScore}
              </span>
            )}
          </li>
        ))}
      </ol>
      {laterStages.length > 0 && <p className="mt-2">{t('falls.stages', { stages: laterStages.join(', ') })}</p>}
    </Notice>
  )
}
