import { type RefObject, useEffect, useState } from 'react'

/** Rows rendered beyond the view. */
const MORE = 4
/** Initial range, before anything is measured: the rows that fit on a phone. */
const FIRST = { first: 0, last: 8 }

/** Returns the rows of a list of equal rows that are in sight while the page is scrolled. */
export function useRowsInSight(list: RefObject<HTMLElement | null>, row: number): { first: number; last: number } {
  const [seen, setSeen] = useState(FIRST)
  useEffect(() => {
    let asked = 0
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const first = Math.floor(-top / row) - MORE
      const last = Math.ceil((innerHeight - top) / row) + MORE
      // In steps, so that not every pixel renders.
      setSeen((before) => (Math.abs(before.first - first) < MORE / 2 && Math.abs(before.last - last) < MORE / 2 ? before : { first, last }))
    }
    const later = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(asked)
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
    }
  }, [list, row])
  return seen
}
