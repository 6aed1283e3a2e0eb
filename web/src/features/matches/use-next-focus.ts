import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * A finished step removes its buttons. If one had the focus, it moves to the next step, to its first button or its heading, and not to the top
 * of the page.
 */
export function useNextFocus(version: number) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(undefined)
  useEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return
    last.current = undefined
    const card = box.current?.querySelector('[data-next-step]')
    const next = card?.querySelector<HTMLElement>('button, a[href]') ?? card?.querySelector<HTMLElement>('h2')
    next?.focus()
  }, [version])
  return {
    box,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target
    },
  }
}
