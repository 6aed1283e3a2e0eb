import { useState } from 'react'

interface AvatarProps {
  name: string
  picture?: string | null | undefined
  /** Hue of the letter where there is no picture; people in a list have one each. */
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

/** The first consonant of a Thai name, not a vowel that is written before it; of an emoji all of it, not half. */
function initial(name: string): string {
  return (/^[เแโใไ]?(.)/u.exec(name)?.[1] ?? 'M').toUpperCase()
}
