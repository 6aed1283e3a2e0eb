import { formatBaht } from './baht'
import { cx } from './cx'

export { formatBaht } from './baht'

/** An amount as the hero it is. */
export function Amount({
  satang,
  decimals = 'short',
  unit = '฿',
  className,
}: {
  satang: number
  decimals?: 'short' | 'exact'
  unit?: string | null
  className?: string
}) {
  return (
    <span className={cx('num whitespace-nowrap', className)}>
      {formatBaht(satang, decimals)}
      {unit && <span className="ml-1 text-[0.75em]">{unit}</span>}
    </span>
  )
}
