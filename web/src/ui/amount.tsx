import { formatBaht } from './baht'
import { cx } from './cx'

export { formatBaht, percentOff } from './baht'

interface AmountProps {
  satang: number
  decimals?: 'short' | 'exact'
  /** Stands before the amount, as in `฿49`; nothing where the amounts of a column have it once. */
  unit?: string | null
  className?: string | undefined
}

/** An amount as the hero it is. It never breaks, and its minus stands before the unit. */
export function Amount({ satang, decimals = 'short', unit = '฿', className }: AmountProps) {
  return (
    <span className={cx('num whitespace-nowrap', className)}>
      {satang < 0 && '\u2212'}
      {unit && <span className={cx('text-[0.8em]', unit.length > 1 ? 'mr-1' : 'mr-px')}>{unit}</span>}
      {formatBaht(Math.abs(satang), decimals)}
    </span>
  )
}
