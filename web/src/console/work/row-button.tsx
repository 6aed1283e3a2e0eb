import { Button, type ButtonProps } from '@/ui/button'
import { cx } from '@/ui/cx'

/** A button in a row of a list: as low as the rows where there is a pointer's precision, and large enough for a finger elsewhere. */
export function RowButton({ className, ...button }: Omit<ButtonProps, 'size'>) {
  return <Button {...button} size="sm" className={cx('md:min-h-9! md:px-3!', className)} />
}
