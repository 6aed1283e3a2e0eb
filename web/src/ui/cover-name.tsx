import { useId } from 'react'

const W = 240

/** A name on a cover, white on a shade of its own; the height is that of the cover's ratio, 3:2 or 16:9. */
export function CoverName({ height = 160, children }: { height?: 160 | 135; children: string }) {
  const id = useId()
  return (
    <>
      <linearGradient id={id} x2="0" y2="1">
        <stop offset=".45" stopColor="#0000" />
        <stop offset="1" stopColor="#000b" />
      </linearGradient>
      <rect width={W} height={height} fill={`url(#${id})`} />
      {lines(children).map((line, index, all) => (
        <text
          key={line}
          x="14"
          y={height - 16 - (all.length - 1 - index) * 29}
          fontFamily="var(--font-display)"
          fontWeight="600"
          fontSize="22"
          fill="#fff"
        >
          {line}
        </text>
      ))}
    </>
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
