import type { ReactNode } from 'react'

/** Something that a search found: its picture, its name, and what it is. */
export function Found({ picture, name, about }: { picture: ReactNode; name: ReactNode; about: ReactNode }) {
  return (
    <>
      {picture}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-1 leading-snug font-semibold">{name}</span>
        <span className="block text-sm text-mute">{about}</span>
      </span>
    </>
  )
}
