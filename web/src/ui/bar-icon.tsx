import { cx } from '@/ui/cx'

/**
 * The icons of the frame around every page. Their shapes, as lucide draws them (ISC licence), are in `index.html`: there they come with the page
 * instead of a script, and repeated ones are stored once.
 */
export function BarIcon({
  shape,
  className,
}: {
  shape: 'house' | 'gamepad' | 'trophy' | 'cart' | 'person' | 'search' | 'menu' | 'chevron' | 'out'
  className?: string
}) {
  return (
    <svg aria-hidden="true" className={cx('bar-icon size-5', className)}>
      <use href={`#bar-${shape}`} />
    </svg>
  )
}
