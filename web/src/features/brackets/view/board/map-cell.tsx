import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { Cell } from './rows'

interface MapCellProps {
  cell: Cell
  name: string
  /** Only the points */
  dense: boolean
  /** The cell shows the map's number */
  titled?: boolean
  onOpen: (anchor: Element, cell: Cell) => void
}

/** Placeholder for the points in a sentence; no text contains it. */
const POINTS = '\u0000'

/** The points of one map. The winner's cell is inverted, one that does not count is struck through; a tap explains the points. */
export function MapCell({ cell, name, dense, titled = false, onOpen }: MapCellProps) {
  const t = useTexts('boards')
  const { map, played, points, won, counts } = cell
  if (played.length === 0) {
    return (
      <span className={cx('num block px-1.5 text-mute', titled && 'rounded-control bg-panel py-2 text-xs')}>
        {titled && `${t('board.map', { map })} `}
        <span aria-hidden="true">·</span>
        <span className="sr-only">{t('board.didNotPlay', { name, map })}</span>
      </span>
    )
  }
  const [one] = played
  const sole = played.length === 1 && one ? one.result : undefined
  const [before, after] = t('board.details', { name, map, points: POINTS }).split(POINTS)
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => onOpen(currentTarget, cell)}
      className={cx(
        'num relative flex min-h-9 items-center gap-1.5 rounded-control px-1 text-left whitespace-nowrap hover:bg-raise focus-visible:-outline-offset-2',
        titled && 'min-h-11! w-full bg-panel px-2',
      )}
    >
      {titled && (
        <span aria-hidden="true" className="text-xs font-normal text-mute">
          {map}
        </span>
      )}
      <span className="sr-only">{before}</span>
      <span className={cx('min-w-6 rounded px-1 text-center', won && 'bg-text text-ink', !counts && 'text-mute line-through')}>
        {points}
      </span>
      <span className="sr-only">{after}</span>
      {!dense && sole && <span className="text-xs font-normal text-mute">{sole.place ? `#${sole.place}·${sole.kills}` : '–'}</span>}
    </button>
  )
}
