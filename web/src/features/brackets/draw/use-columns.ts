import { type RefObject, useEffect, useState } from 'react'

/** Uses two columns where both fit; the pointer decides the height of a line. */
export function useColumns(list: RefObject<HTMLElement | null>): { columns: number; line: number } {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const resized = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    resized.observe(element)
    return () => resized.disconnect()
  }, [list])
  return { columns: width >= 560 ? 2 : 1, line: width > 0 && width < 560 ? 44 : 36 }
}
