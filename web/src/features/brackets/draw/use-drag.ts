import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

export interface DragState {
  who: number
  over: number | undefined
}

const START_PX = 6
/** Within this distance of the window's edge the page scrolls along. */
const EDGE_PX = 72

/**
 * Lines are dragged onto each other: by mouse from anywhere on a line (`data-line`), by finger from its handle (`data-grip`), so that the page
 * can still be scrolled. `ghost` follows.
 */
export function useDrag(
  area: RefObject<HTMLElement | null>,
  ghost: RefObject<HTMLElement | null>,
  onDrop: (who: number, onto: number) => void,
) {
  const [dragged, setDragged] = useState<DragState>()
  const drop = useEffectEvent(onDrop)
  const from = useRef<{ who: number; x: number; y: number; moved: boolean; over: number | undefined }>(undefined)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const lineAt = (target: Element | null) => Number(target?.closest<HTMLElement>('[data-line]')?.dataset.line) || undefined
    const down = (event: PointerEvent) => {
      const target = event.target as Element
      const who = lineAt(target)
      const grip = target.closest('[data-grip]')
      if (!who || event.button !== 0 || (event.pointerType !== 'mouse' && !grip)) return
      from.current = { who, x: event.clientX, y: event.clientY, moved: false, over: undefined }
    }
    const move = (event: PointerEvent) => {
      const start = from.current
      if (!start) return
      if (!start.moved && Math.hypot(event.clientX - start.x, event.clientY - start.y) < START_PX) return
      if (!start.moved) element.setPointerCapture(event.pointerId)
      start.moved = true
      event.preventDefault()
      const onto = lineAt(document.elementFromPoint(event.clientX, event.clientY))
      start.over = onto === start.who ? undefined : onto
      if (ghost.current) ghost.current.style.transform = `translate(${event.clientX + 12}px, ${event.clientY - 20}px)`
      if (event.clientY < EDGE_PX) scrollBy(0, -16)
      else if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, 16)
      setDragged((before) => (before && before.over === start.over ? before : { who: start.who, over: start.over }))
    }
    const end = (event: PointerEvent) => {
      const start = from.current
      from.current = undefined
      setDragged(undefined)
      if (!start?.moved) return
      // The click that ends a drag selects nothing.
      const swallow = (click: Event) => click.stopPropagation()
      element.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
      if (event.type === 'pointerup' && start.over !== undefined) drop(start.who, start.over)
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', end)
    element.addEventListener('pointercancel', end)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', end)
      element.removeEventListener('pointercancel', end)
    }
  }, [area, ghost])
  return dragged
}
