import { type RefObject, useLayoutEffect, useRef } from 'react'

const MS = 450

/** Rows that change places glide there, so that the eye can follow, unless the user prefers reduced motion. Rows carry `data-row`. */
export function useFlip(ref: RefObject<HTMLElement | null>, order: string): void {
  const before = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const rows = ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const moves = () => !matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<string, number>()
    for (const row of rows) {
      const key = row.dataset.row ?? ''
      // The final position, not that of a row still gliding.
      now.set(key, row.offsetTop)
      const was = before.current.get(key)
      const by = was === undefined ? 0 : was - row.offsetTop
      if (by !== 0 && moves())
        row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], { duration: MS, easing: 'ease-in-out' })
    }
    before.current = now
  }, [ref, order])
}
