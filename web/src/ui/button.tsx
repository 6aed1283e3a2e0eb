import type { ButtonHTMLAttributes } from 'react'
import { type ButtonLook, buttonClass } from './button-class'
import { cx } from './cx'
import { Spinner } from './spinner'
import { useHeld } from './steady'

export { buttonClass, type ButtonLook }

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
