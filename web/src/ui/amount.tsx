import { formatBaht } from './baht'
import { cx } from './cx'

export { formatBaht, percentOff } from './baht'

interface AmountProps {
  satang: number
  decimals?: 'short' | 'exact'
  /** Precedes the amount, as in `฿49`; null if the column already has it. */
  unit?: string | null
  className?: string | undefined
}

/** An amount as the main figure. It never breaks, and its minus precedes the unit. */
export function Amount({ satang, decimals = 'short', unit = '฿', className }: AmountProps) {
  return (
    <span className={cx('num whitespace-nowrap', className)}>
      {satang < 0 && '\u2212'}
      {unit && <span className={cx('text-[0.8em]', unit.length > 1 ? 'mr-1' : 'mr-px')}>{unit}</span>}
      {formatBaht(Math.abs(satang), decimals)}
    </span>
  )
}
