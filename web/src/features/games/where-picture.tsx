import type { ReactNode } from 'react'

interface WherePictureProps {
  /** The game's screen, as the server names it. */
  kind: string
  hue: number
  example: string
}

const MARK = 'var(--color-lime)'

/** A sketch of the game's screen that shows the player ID, with the place marked. It imitates the layout, not a real screen. */
export function WherePicture({ kind, hue, example }: WherePictureProps) {
  const tone = (light: number, saturation = 40) => `hsl(${hue} ${saturation}% ${light}%)`
  return (
    <svg viewBox="0 0 360 200" aria-hidden="true" className="w-full rounded-panel border border-line">
      <rect width="360" height="200" fill={tone(9)} />
      <path d="M0 150 70 96l46 34 62-70 66 74 40-30 76 62v34H0Z" fill={tone(16)} />
      <path d="M0 176 90 140l70 30 80-44 120 50v24H0Z" fill={tone(21)} />
      <Screen kind={kind} tone={tone} example={example} />
    </svg>
  )
}

interface ScreenProps {
  kind: string
  tone: (light: number, saturation?: number) => string
  example: string
}

function Screen({ kind, tone, example }: ScreenProps): ReactNode {
  const bar = (x: number, y: number, width: number, light = 45) => <rect x={x} y={y} width={width} height="7" rx="3.5" fill={tone(light)} />
  const button = (x: number, y: number) => <rect x={x} y={y} width="26" height="26" rx="7" fill={tone(26)} />
  switch (kind) {
    case 'profile-top-left':
      return (
        <>
          <Person x={32} y={32} r={20} tone={tone} />
          {bar(60, 20, 66, 62)}
          {bar(60, 34, 40)}
          {button(278, 16)}
          {button(312, 16)}
          <rect x="96" y="62" width="168" height="92" rx="10" fill={tone(13)} stroke={tone(34)} />
          <Person x={126} y={92} r={18} tone={tone} />
          {bar(152, 80, 70, 62)}
          {bar(152, 94, 44)}
          <Marked x={110} y={118} width={140} label={example} />
          <Pointer from="54 46" to="94 70" />
          <circle cx="32" cy="32" r="25" fill="none" stroke={MARK} strokeWidth="2.5" />
        </>
      )
    case 'settings':
      return (
        <>
          {button(312, 14)}
          <circle cx="325" cy="27" r="18" fill="none" stroke={MARK} strokeWidth="2.5" />
          <circle cx="325" cy="27" r="5" fill="none" stroke={tone(70)} strokeWidth="3" />
          <rect x="70" y="34" width="200" height="140" rx="10" fill={tone(13)} stroke={tone(34)} />
          {[56, 80, 104].map((y) => (
            <g key={y}>
              {bar(90, y, 90, 40)}
              <rect x="226" y={y - 3} width="24" height="13" rx="6.5" fill={tone(30)} />
            </g>
          ))}
          <Marked x={86} y={132} width={168} label={example} />
          <Pointer from="306 36" to="274 60" />
        </>
      )
    case 'uid-corner':
      return (
        <>
          <Person x={28} y={28} r={15} tone={tone} />
          {bar(50, 24, 54)}
          {button(312, 14)}
          {button(278, 14)}
          <circle cx="60" cy="158" r="22" fill={tone(26)} opacity=".8" />
          <Marked x={212} y={160} width={138} label={`UID: ${example.replace(/ *\(.*$/, '')}`} />
        </>
      )
    case 'riot-id':
      return (
        <>
          <rect x="56" y="30" width="248" height="140" rx="10" fill={tone(13)} stroke={tone(34)} />
          <Person x={98} y={70} r={24} tone={tone} />
          <Marked x={132} y={54} width={156} label={example} />
          {bar(76, 116, 150)}
          {bar(76, 134, 190, 34)}
          {bar(76, 152, 110, 34)}
        </>
      )
    case 'username':
      return (
        <>
          <rect x="110" y="16" width="140" height="168" rx="14" fill={tone(13)} stroke={tone(34)} />
          <Person x={180} y={58} r={24} tone={tone} />
          {bar(146, 90, 68, 62)}
          <Marked x={118} y={104} width={124} label={`@${example}`} />
          {bar(132, 148, 96, 34)}
          {bar(132, 164, 70, 34)}
        </>
      )
    default:
      return (
        <>
          <rect x="56" y="26" width="248" height="148" rx="10" fill={tone(13)} stroke={tone(34)} />
          <rect x="56" y="26" width="70" height="148" rx="10" fill={tone(17)} />
          <Person x={91} y={58} r={20} tone={tone} />
          {bar(72, 92, 38, 56)}
          {bar(72, 112, 38, 34)}
          {bar(72, 130, 38, 34)}
          {bar(144, 48, 90, 62)}
          <Marked x={142} y={66} width={146} label={example} />
          {bar(144, 112, 130, 34)}
          {bar(144, 130, 100, 34)}
        </>
      )
  }
}

function Person({ x, y, r, tone }: { x: number; y: number; r: number; tone: ScreenProps['tone'] }) {
  return (
    <>
      <circle cx={x} cy={y} r={r} fill={tone(32)} stroke={tone(55)} strokeWidth="2" />
      <circle cx={x} cy={y - r * 0.2} r={r * 0.32} fill={tone(70)} />
      <path d={`M${x - r * 0.55} ${y + r * 0.62}a${r * 0.55} ${r * 0.5} 0 0 1 ${r * 1.1} 0Z`} fill={tone(70)} />
    </>
  )
}

/** The marked place: a ring around an example in the game's spelling. */
function Marked({ x, y, width, label }: { x: number; y: number; width: number; label: string }) {
  return (
    <>
      <rect x={x} y={y} width={width} height="28" rx="7" fill="var(--color-lime-dim)" stroke={MARK} strokeWidth="2.5" />
      <text
        x={x + width / 2}
        y={y + 19}
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="600"
        fontSize={Math.min(15, (width - 14) / (label.length * 0.62))}
        fill={MARK}
      >
        {label}
      </text>
    </>
  )
}

function Pointer({ from, to }: { from: string; to: string }) {
  return <path d={`M${from}L${to}`} stroke={MARK} strokeWidth="2.5" strokeDasharray="1 6" strokeLinecap="round" />
}
