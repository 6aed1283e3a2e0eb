import { cx } from '@/ui/cx'

/**
 * The icons of the frame around every page. Their shapes, as lucide draws them (ISC licence), stand in `index.html`: there they come with the page and
 * are no script, and what is written twice in the frame is there once.
 */
export function BarIcon({
  shape,
  className,
}: {
  shape: 'house' | 'gamepad' | 'trophy' | 'cart' | 'person' | 'search'
  className?: string
}) {
  return (
    <svg
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('size-5', className)}
    >
      <use href={`#bar-${shape}`} />
    </svg>
  )
}
