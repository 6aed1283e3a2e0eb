import { Check as Tick, Minus } from 'lucide-react'
import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import { cx } from './cx'

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Some of the items it stands for are chosen. */
  mixed?: boolean
}

/** A checkbox; lime when chosen. Its label is around it, or in `aria-label`. */
export function Check({ mixed = false, className, ...input }: CheckProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed
  }, [mixed])
  const Mark = mixed ? Minus : Tick
  return (
    // The target is larger than the drawn box.
    <span className={cx('relative grid size-6 flex-none place-items-center', className)}>
      <input {...input} ref={ref} type="checkbox" className="peer absolute -inset-2.5 size-11 cursor-[inherit] opacity-0" />
      <span
        aria-hidden="true"
        className="pointer-events-none grid size-6 place-items-center rounded-[6px] bg-ground ring-1 ring-control ring-inset peer-checked:bg-lime peer-checked:ring-lime peer-indeterminate:bg-lime peer-indeterminate:ring-lime peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-lime peer-disabled:bg-panel peer-disabled:ring-line peer-checked:[&>svg]:opacity-100 peer-indeterminate:[&>svg]:opacity-100"
      >
        <Mark strokeWidth={3} className="size-4 text-ink opacity-0" />
      </span>
    </span>
  )
}
