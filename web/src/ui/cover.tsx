import { type ReactNode, useId } from 'react'

interface CoverProps {
  hue: number
  motif: string
  /** Written on the cover; empty for a picture without words. */
  name?: string
  /** Width to height. */
  ratio?: '1:1' | '3:2' | '16:9'
  className?: string
}

const W = 240
const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** A game's cover, drawn from its hue and motif: sharp at any size, a few hundred bytes, nobody's copyright. */
export function Cover({ hue, motif, name = '', ratio = '1:1', className }: CoverProps) {
  const id = useId()
  const h = ratio === '1:1' ? W : ratio === '3:2' ? 160 : 135
  const tone = (light: number, saturation = 60) => `hsl(${hue} ${saturation}% ${light}%)`
  return (
    <svg
      viewBox={`0 0 ${W} ${h}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className ?? 'block w-full rounded-[10px]'}
    >
      <defs>
        <linearGradient id={id} x2="1" y2="1">
          <stop stopColor={tone(30, 55)} />
          <stop offset="1" stopColor={tone(9, 45)} />
        </linearGradient>
        <linearGradient id={`${id}s`} x2="0" y2="1">
          <stop offset="0.45" stopColor="#0000" />
          <stop offset="1" stopColor="#000b" />
        </linearGradient>
      </defs>
      <rect width={W} height={h} fill={`url(#${id})`} />
      {STEPS.map((step) => (
        <Stroke key={step} motif={motif} step={step} h={h} tone={tone} />
      ))}
      <rect width={W} height={h} fill={`url(#${id}s)`} />
      {lines(name).map((line, index, all) => (
        <text
          key={line}
          x="14"
          y={h - 16 - (all.length - 1 - index) * 25}
          fontFamily="var(--font-display)"
          fontWeight="600"
          fontSize="22"
          fill="#fff"
        >
          {line}
        </text>
      ))}
    </svg>
  )
}

/** Breaks a name into at most three lines that fit. */
function lines(name: string): string[] {
  const out: string[] = []
  for (const word of name.split(' ').filter(Boolean)) {
    const last = out.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= 17) out[out.length - 1] = `${last} ${word}`
    else out.push(word)
  }
  return out.slice(0, 3)
}

const ROWS = [0, 1, 2, 3, 4, 5]

/** A circle as part of a path: fifty of them are one element. */
function dot(x: number, y: number, r: number): string {
  const [cx, cy, radius, across] = [x - r, y, r, 2 * r].map((value) => +value.toFixed(1))
  return `M${cx} ${cy}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0 -${across} 0`
}

function Stroke({ motif, step, h, tone }: { motif: string; step: number; h: number; tone: (light: number) => string }): ReactNode {
  const t = step / STEPS.length
  switch (motif) {
    case 'rings':
      return (
        <circle
          cx={W * 0.85}
          cy={h * 0.1}
          r={30 + (step * W) / 9}
          fill="none"
          stroke={tone(62 - t * 40)}
          strokeWidth={10 - step * 0.7}
          opacity={0.9 - t * 0.7}
        />
      )
    case 'peaks':
      return (
        <polygon
          points={`${W * t - 20},${h} ${W * t + 60 - step * 3},${h * (0.15 + t * 0.4)} ${W * t + 92},${h}`}
          fill={tone(24 + t * 34)}
          opacity="0.75"
        />
      )
    case 'waves':
      return (
        <path
          d={`M0 ${h * (0.25 + t * 0.8)} Q${W * 0.3} ${h * (0.05 + t * 0.8)} ${W * 0.55} ${h * (0.3 + t * 0.75)} T${W} ${h * (0.15 + t * 0.8)} V${h} H0Z`}
          fill={tone(58 - t * 42)}
          opacity="0.5"
        />
      )
    case 'rays':
      return (
        <polygon
          points={`${W * 0.78},${h * 0.2} ${-40 + step * 46},${h * 1.3} ${-18 + step * 46},${h * 1.3}`}
          fill={tone(56 - t * 26)}
          opacity={0.65}
        />
      )
    case 'bars':
      return <rect x={step * 28 - 6} y={h * (0.1 + ((step * 5) % 9) * 0.07)} width="18" height={h} fill={tone(54 - t * 34)} opacity="0.7" />
    case 'hex': {
      const r = 14 + step * 19
      const points = [0, 60, 120, 180, 240, 300].map((turn) => {
        const angle = ((turn + step * 3) * Math.PI) / 180
        return `${(W * 0.72 + r * Math.cos(angle)).toFixed(1)},${(h * 0.35 + r * Math.sin(angle)).toFixed(1)}`
      })
      return <polygon points={points.join(' ')} fill="none" stroke={tone(64 - t * 38)} strokeWidth={4} opacity={0.9 - t * 0.6} />
    }
    case 'dots':
      return (
        <path
          fill={tone(60 - t * 34)}
          opacity={0.9 - t * 0.5}
          d={ROWS.map((row) => dot(step * 28 + (row % 2) * 14 + 8, row * (h / 6) + 12, 9 - t * 6)).join('')}
        />
      )
    default:
      return (
        <rect
          x={W * 0.5 - step * 13}
          y={h * 0.42 - step * 13}
          width={step * 26}
          height={step * 26}
          transform={`rotate(${45 + step * 2} ${W * 0.5} ${h * 0.42})`}
          fill="none"
          stroke={tone(66 - t * 36)}
          strokeWidth="3"
          opacity={0.95 - t * 0.6}
        />
      )
  }
}
