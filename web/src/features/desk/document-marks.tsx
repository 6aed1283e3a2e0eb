import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'

const LOOKS: Record<string, string> = {
  v: 'bg-control',
  w: 'ring-2 ring-inset ring-amber',
  m: 'ring-1 ring-inset ring-control',
  i: 'bg-red',
}
const MOST = 16

/** A square for each document: solid if valid, amber ring if pending, grey ring if missing, red if refused. */
export function DocumentMarks({ pips }: { pips: string }) {
  const t = useTexts('desk')
  if (pips === '') return <span className="text-sm text-mute">–</span>
  const count = (letter: string) => pips.split(letter).length - 1
  const spoken = (['v', 'w', 'm', 'i'] as const)
    .filter((letter) => count(letter) > 0)
    .map((letter) => t(`pips.${letter}`, { count: count(letter) }))
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <span className="sr-only">{spoken.join(', ')}</span>
      {Array.from(pips.slice(0, MOST), (letter, place) => (
        // Only their position distinguishes them.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} aria-hidden="true" className={cx('size-3 rounded-[3px]', LOOKS[letter])} />
      ))}
      {pips.length > MOST && (
        <span aria-hidden="true" className="num text-xs text-mute">
          +{pips.length - MOST}
        </span>
      )}
    </span>
  )
}
