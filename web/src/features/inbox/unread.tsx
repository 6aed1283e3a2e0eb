import { cx } from '@/ui/cx'
import { useUnread } from './badge'

const MOST = 99

export const shown = (unread: number) => (unread > MOST ? `${MOST}+` : unread)

/** The mark at the corner of the profile picture; its container explains it in words. */
export function UnreadMark({ className }: { className?: string }) {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span
      aria-hidden="true"
      data-unread={unread}
      className={cx(
        'num absolute min-w-4.5 whitespace-nowrap rounded-full bg-lime px-1 text-center text-[11px] leading-4.5 text-ink',
        className,
      )}
    >
      {shown(unread)}
    </span>
  )
}
