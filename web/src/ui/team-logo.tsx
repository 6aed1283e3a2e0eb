import { useState } from 'react'
import { cx } from './cx'

const SIZES = { sm: 'size-8 text-xs', md: 'size-11 text-base', lg: 'size-16 text-2xl' }

interface TeamLogoProps {
  name: string
  /** The letters if there is no picture; by default from the name. */
  shortName?: string | undefined
  logo?: string | null | undefined
  size?: keyof typeof SIZES
  className?: string
}

/** A team's picture, or its letters on a colour of its own. Its name is beside it, so it is hidden from screen readers. */
export function TeamLogo({ name, shortName, logo, size = 'md', className }: TeamLogoProps) {
  const [broken, setBroken] = useState<string>()
  const look = cx('flex-none rounded-[9px]', SIZES[size], className)
  if (logo && logo !== broken) {
    return <img src={logo} alt="" loading="lazy" className={cx(look, 'bg-raise object-cover')} onError={() => setBroken(logo)} />
  }
  const hue = hueOf(name)
  return (
    <span
      aria-hidden="true"
      className={cx(look, 'num grid place-items-center leading-none whitespace-nowrap select-none')}
      style={{ background: `hsl(${hue} 42% 22%)`, color: `hsl(${hue} 80% 82%)` }}
    >
      {monogram(shortName || name)}
    </span>
  )
}

/** Returns up to two letters: one each of two words, else the first two. Thai vowels written before their consonant are skipped. */
export function monogram(name: string): string {
  const words = name
    .trim()
    .split(/[\s_\-–·.]+/u)
    .filter((word) => letters(word).length > 0)
  const [first = '', second] = words
  const found = second === undefined ? letters(first).slice(0, 2) : [letters(first)[0], letters(second)[0]]
  return found.join('').toUpperCase() || '?'
}

const letters = (word: string) => word.match(/[ก-ฮ]|\p{Extended_Pictographic}|(?![ะ-ฺเ-๎])[\p{L}\p{N}]/gu) ?? []

/** Returns the hue of a name, the same everywhere. */
export function hueOf(name: string): number {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 36_000
  return sum % 360
}
