import { cx } from '@/ui/cx'

/** The mark: a slice of lime. Its shape is in `index.html`, as those of the bar's icons are. */
export function LimeSlice({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href="#lime" />
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
