import { useState } from 'react'

interface AvatarProps {
  name: string
  picture?: string | null | undefined
  /** Hue of the letter if there is no picture; in a list each person has one. */
  hue?: number
}

export function Avatar({ name, picture, hue = 150 }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  if (picture && picture !== broken) {
    return (
      <img src={picture} alt="" width="36" height="36" className="size-9 rounded-[9px] object-cover" onError={() => setBroken(picture)} />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="num grid size-9 place-items-center rounded-[9px] text-sm leading-none"
      style={{ background: `hsl(${hue} 45% 24%)`, color: `hsl(${hue} 80% 82%)` }}
    >
      {initial(name)}
    </span>
  )
}

/** Returns the first consonant of a Thai name, not a vowel written before it; of an emoji the whole, not half. */
function initial(name: string): string {
  return (/^[เแโใไ]?(.)/u.exec(name)?.[1] ?? 'M').toUpperCase()
}
