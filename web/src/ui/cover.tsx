import { type ReactNode, useId } from 'react'
import { Glyph } from './glyph'

interface CoverProps {
  hue: number
  motif: string
  /** The game's glyph: a shape of `public/glyphs.svg`. */
  glyph?: string | undefined
  /** A gift card or code: it looks like a card. */
  card?: boolean
  /** Width to height. */
  ratio?: '1:1' | '3:2' | '16:9'
  className?: string | undefined
  /** The text on it (`CoverName`), which leaves the upper right to the glyph. */
  children?: ReactNode
}

const W = 240

/**
 * A game's cover, drawn from its hue, motif and glyph: sharp at any size, a few hundred bytes, free of others' copyright. The shapes are loaded
 * as one small file for all covers.
 */
export function Cover({ hue, motif, glyph, card = false, ratio = '1:1', className, children }: CoverProps) {
  const id = useId()
  const h = ratio === '1:1' ? W : ratio === '3:2' ? 160 : 135
  const tone = (light: number, saturation = 60) => `hsl(${hue} ${saturation}% ${light}%)`
  // Games with the same motif differ: the hue rotates, mirrors and scales it.
  const scale = 1.1 + (hue % 5) * 0.06
  const turn = glyph && `rotate(${(hue % 7) * 8 - 24}deg) scale(${hue % 4 > 1 ? -scale : scale}, ${scale})`
  const wide = Math.min(W, h * 1.5)
  const size = card ? wide * 0.21 : h * 0.45
  const [x, y] = card ? [W / 2 - wide * 0.29, h / 2 - wide * 0.165] : children ? [W - size - 14, 12] : [(W - size) / 2, (h - size) / 2]
  return (
    <svg
      viewBox={`0 0 ${W} ${h}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className ?? 'block w-full rounded-[10px]'}
    >
      <defs>
        <linearGradient id={id} x2="1" y2="1">
          <stop stopColor={tone(card ? 19 : 30, 55)} />
          <stop offset="1" stopColor={tone(8, 45)} />
        </linearGradient>
        <radialGradient id={`${id}g`}>
          <stop offset=".4" stopColor={tone(10, 50)} stopOpacity=".8" />
          <stop offset="1" stopColor={tone(10, 50)} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={W} height={h} fill={`url(#${id})`} />
      <Glyph
        name={card ? 'card' : `motif-${motif}`}
        width={W}
        height={h}
        color={tone(card ? 43 : 58)}
        style={{ transform: card ? undefined : turn, transformOrigin: `${W / 2}px ${h / 2}px` }}
      />
      {glyph && !card && <circle cx={x + size / 2} cy={y + size / 2} r={size} fill={`url(#${id}g)`} />}
      {glyph && (
        <Glyph
          name={glyph}
          x={x}
          y={y}
          width={size}
          height={size}
          color={card ? '#fff' : tone(87, 80)}
          transform={card ? `rotate(-5 ${W / 2} ${h / 2})` : undefined}
        />
      )}
      {children}
    </svg>
  )
}
