import type { MatchShort } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'

/** Results that a correction takes back, the last ones first, as it undoes them. */
export function Falls({ falls, laterStages = [] }: { falls: readonly MatchShort[]; laterStages?: readonly number[] }) {
  const t = useTexts('brackets')
  if (falls.length === 0 && laterStages.length === 0) return <Notice>{t('falls.none')}</Notice>
  return (
    <Notice tone="warn">
      <p>{t('falls.text', { count: falls.length })}</p>
      <ol className="mt-2 max-h-48 overflow-y-auto text-sm">
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
