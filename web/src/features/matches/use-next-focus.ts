import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * A step that is done takes its buttons with it. Who had the focus there has it at the next step then, at its first button or else its heading,
 * and not at the beginning of the page.
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
