import type { Kind } from './formats'

const PATHS: Record<Kind, string> = {
  single: 'M4 6h12v10H4M4 26h12v10H4M16 11h12v20H16M28 21h12',
  double: 'M4 5h10v8H4M4 19h10v8H4M14 9h12v14H14M26 16h12v18H16M4 34h12M16 30v8H4',
  groups: 'M4 4h14v14H4zM4 9h14M4 13.500h14M4 24h14v14H4zM4 29h14M4 33.500h14M22 11h8v20h-8M30 21h10',
  league: 'M5 5h32v32H5zM5 15.700h32M5 26.300h32M15.700 5v32M26.300 5v32',
  survivor: 'M4 6h34M4 13h28M4 20h22M4 27h16M4 34h10',
}

/** The shape of a format, drawn. */
export function FormatGlyph({ kind, className }: { kind: Kind; className?: string }) {
  return (
    <svg
      viewBox="0 0 44 42"
      fill="none"
      stroke="currentColor"
      strokeWidth={kind === 'survivor' ? 4 : 2.2}
      aria-hidden="true"
      className={className}
    >
      <path d={PATHS[kind]} />
    </svg>
  )
}
