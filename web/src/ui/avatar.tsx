import { useState } from 'react'

export function Avatar({ name, picture }: { name: string; picture?: string | null | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (picture && picture !== broken) {
    return (
      <img src={picture} alt="" width="36" height="36" className="size-9 rounded-[9px] object-cover" onError={() => setBroken(picture)} />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="num grid size-9 place-items-center rounded-[9px] bg-[hsl(150_45%_24%)] text-sm leading-none text-[hsl(150_80%_82%)]"
    >
      {initial(name)}
    </span>
  )
}

/** The first consonant of a Thai name, not a vowel that is written before it; of an emoji all of it, not half. */
function initial(name: string): string {
  return (/^[เแโใไ]?(.)/u.exec(name)?.[1] ?? 'M').toUpperCase()
}
