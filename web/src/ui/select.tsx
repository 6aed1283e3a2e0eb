import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx'

/** The platform's own select, with an arrow that leaves room for the text. */
export function NativeSelect({ className, wrapper, ...select }: ComponentProps<'select'> & { wrapper?: string | undefined }) {
  return (
    <span className={cx('relative block', wrapper)}>
      <select
        {...select}
        className={cx(
          'min-h-12 w-full min-w-0 appearance-none rounded-control bg-ground pr-9 pl-3 text-base text-ellipsis ring-1 ring-inset focus-visible:outline-none focus-visible:ring-2 disabled:cursor-not-allowed disabled:bg-panel disabled:text-mute disabled:ring-line',
          select['aria-invalid'] ? 'ring-red' : 'ring-control focus-visible:ring-lime',
          className ?? 'text-text',
        )}
      />
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4.5 -translate-y-1/2 text-mute" aria-hidden="true" />
    </span>
  )
}
