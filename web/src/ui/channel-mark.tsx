import type { ReactNode } from 'react'
import { cx } from './cx'

/** Drawn for this shop: a code to scan, a phone with a coin (its balance), a phone with a bill, a wallet for any other. */
const SHAPES: Record<string, ReactNode> = {
  promptpay: (
    <>
      <path d="M8 8h9v9H8zM23 8h9v9h-9zM8 23h9v9H8z" />
      <path d="M12.5 12.4v.2M27.5 12.4v.2M12.5 27.4v.2M23 23h3v3M32 23v3M23 32h3M29 29h3v3" />
    </>
  ),
  ais_prepaid: (
    <>
      <path d="M22 33h-9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8" />
      <path d="M17.5 11h3" />
      <circle cx="27" cy="27" r="6.5" />
      <path d="M27 24v6" />
    </>
  ),
  ais_postpaid: (
    <>
      <path d="M19 33h-7a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6" />
      <path d="M16.5 11h3" />
      <path d="M21 19h11v14l-2.8-1.8-2.7 1.8-2.7-1.8L21 33zM24.5 23.500h4M24.5 27h4" />
    </>
  ),
}
/** Brand colours of the channels that have one. */
const TONES: Record<string, string> = { promptpay: 'text-[#7cc4ff]' }
const OTHER = (
  <>
    <path d="M30 14V11a2 2 0 0 0-2-2H11a3 3 0 0 0 0 6h19a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H11a3 3 0 0 1-3-3V12" />
    <path d="M26.500 22.900v.2" />
  </>
)

/** Letters of the channels that are known by them, white on a dark tile. */
export const LETTERS: Readonly<Record<string, readonly [letters: string, tile: string]>> = {
  kbank: ['K+', '#1c6b45'],
  bbl: ['BBL', '#23408f'],
  ktb: ['NEXT', '#0f6480'],
  bay: ['KMA', '#6b5410'],
  scb: ['SCB', '#582380'],
  wallet: ['TM', '#8f4518'],
  linepay: ['LP', '#1f6b2a'],
  card: ['CARD', '#2b3f7a'],
}

/** The mark of a payment channel. Its name is beside it, so a screen reader skips the mark. */
export function ChannelMark({ code, className }: { code: string; className?: string }) {
  const mark = LETTERS[code]
  if (mark) {
    const [letters, tile] = mark
    return (
      <svg viewBox="0 0 40 40" aria-hidden="true" className={cx('size-10 flex-none rounded-control', className)}>
        <rect width="40" height="40" fill={tile} />
        <text
          x="20"
          y="20.5"
          textAnchor="middle"
          dominantBaseline="central"
          fill="#ffffff"
          fontSize={letters.length > 3 ? 12 : letters.length > 2 ? 14 : 17}
          className="num"
        >
          {letters}
        </text>
      </svg>
    )
  }
  return (
    <svg
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('size-10 flex-none rounded-control bg-raise', TONES[code] ?? 'text-lime', className)}
    >
      {SHAPES[code] ?? OTHER}
    </svg>
  )
}
