import { cx } from '@/ui/cx'

/** The mark: a slice of lime. */
export function LimeSlice({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <circle cx="12" cy="12" r="11" fill="#b6f23a" />
      <circle cx="12" cy="12" r="8.4" fill="#0a0d0b" />
      <g fill="#b6f23a">
        {[0, 60, 120, 180, 240, 300].map((turn) => (
          <path key={turn} d="M12 11 9.6 5.4a7 7 0 0 1 4.8 0Z" transform={`rotate(${turn} 12 12)`} />
        ))}
      </g>
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('num inline-flex flex-none items-center gap-2.5 text-[1.3rem] tracking-[0.02em]', className)} lang="en">
      <LimeSlice className="size-[22px]" />
      <span className="max-[349px]:sr-only">manao</span>
    </span>
  )
}
