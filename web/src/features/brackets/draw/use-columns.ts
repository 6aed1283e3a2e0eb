import { type RefObject, useEffect, useState } from 'react'

/** Two columns where both have room; lines as high as what points at them needs. */
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
