import type { ButtonHTMLAttributes } from 'react'
import { cx } from './cx'
import { Spinner } from './spinner'
import { useHeld } from './steady'

export type ButtonLook = 'primary' | 'plain' | 'ghost' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  primary: 'notch bg-lime text-ink hover:bg-[#c6ff4e] active:bg-[#a2dc2a] disabled:bg-lime-dim disabled:text-[#8fae52]',
  plain: 'bg-raise text-text ring-1 ring-inset ring-control hover:ring-lime active:bg-panel disabled:text-control disabled:ring-line',
  ghost: 'text-text hover:bg-raise active:bg-panel disabled:text-control rounded-control',
  danger: 'bg-red-dim text-red ring-1 ring-inset ring-red hover:bg-[#4a211e] disabled:text-control disabled:ring-line',
}

/** Class names of a button, for links that look like one. `primary` is for the one main action of a screen. */
export function buttonClass(look: ButtonLook = 'plain', size: 'md' | 'sm' = 'md', wide = false): string {
  return cx(
    'num inline-flex items-center justify-center gap-2 py-1.5 text-center leading-snug transition-colors select-none no-underline',
    size === 'md' ? 'min-h-12 px-5 text-base' : 'min-h-11 px-4 text-sm',
    wide && 'w-full',
    LOOKS[look],
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: 'md' | 'sm'
  wide?: boolean
  /** Shows a spinner and refuses presses, without losing the focus. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  size = 'md',
  wide = false,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const spins = useHeld(busy)
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      className={cx(buttonClass(look, size, wide), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {spins && <Spinner />}
      {children}
    </button>
  )
}
