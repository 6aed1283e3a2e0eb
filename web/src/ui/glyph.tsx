import type { SVGProps } from 'react'

/** A shape of `public/glyphs.svg`, as a part of a drawing: all shapes are one small file instead of a script. It is drawn in `currentColor`. */
export function Glyph({ name, ...place }: { name: string } & SVGProps<SVGUseElement>) {
  return (
    <use
      href={`/glyphs.svg#${name}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...place}
    />
  )
}
