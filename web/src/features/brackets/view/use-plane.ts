import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Card, TITLE } from './layout'

/** The part of the plane that is in view, in its own units. */
export interface Sight {
  x: number
  y: number
  width: number
  height: number
}

const LEAST_ZOOM = 0.25
const MOST_ZOOM = 1.5
/** Margin around the view within which cards are rendered. */
const OVERSCAN = 280
/** Scrolling by less changes nothing. */
const STEP = 140

interface Size {
  width: number
  height: number
}

/** The sides on which more is hidden. */
export interface More {
  left: boolean
  right: boolean
  top: boolean
  bottom: boolean
}

const NO_MORE: More = { left: false, right: false, top: false, bottom: false }
/** Hidden widths below this do not count: a frame, a rounded pixel. */
const HIDDEN_PX = 12

/** Initial view, before anything is measured: that of a screen. */
const FIRST: Sight = { x: 0, y: 0, width: 1200, height: 760 }

const clamp = (zoom: number) => Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom))

/** A plane that is scrolled as pages are, dragged by the mouse, and zoomed by pinching, by Ctrl and the wheel, or by `zoomTo`. */
export function usePlane(scroller: RefObject<HTMLDivElement | null>, size: Size) {
  const [zoom, setZoom] = useState(1)
  const [sight, setSight] = useState(FIRST)
  const [more, setMore] = useState(NO_MORE)
  const zoomNow = useRef(zoom)
  /** The point of the plane that stays where it is on the screen while the zoom changes. */
  const hold = useRef<{ x: number; y: number; left: number; top: number }>(undefined)

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const by = zoomNow.current
    const now = {
      x: element.scrollLeft / by,
      y: (element.scrollTop - TITLE * (1 - by)) / by,
      width: element.clientWidth / by,
      height: element.clientHeight / by,
    }
    setSight((before) => (isNear(before, now) ? before : now))
    const beyond = beyondOf(element)
    setMore((before) => (SIDES.every((side) => before[side] === beyond[side]) ? before : beyond))
  }, [scroller])

  const zoomTo = useCallback(
    (wanted: number, at?: { left: number; top: number }) => {
      const element = scroller.current
      if (!element) return
      const before = zoomNow.current
      const { left, top } = at ?? { left: element.clientWidth / 2, top: element.clientHeight / 2 }
      hold.current = { x: (element.scrollLeft + left) / before, y: (element.scrollTop + top - TITLE * (1 - before)) / before, left, top }
      zoomNow.current = clamp(wanted)
      setZoom(zoomNow.current)
    },
    [scroller],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    const held = hold.current
    hold.current = undefined
    if (held) element?.scrollTo({ left: held.x * zoom - held.left, top: held.y * zoom + TITLE * (1 - zoom) - held.top })
    look()
  }, [zoom, scroller, look, size])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let asked = 0
    const later = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(look)
    }
    const resized = new ResizeObserver(later)
    resized.observe(element)
    element.addEventListener('scroll', later, { passive: true })
    const release = [pinch(element, zoomNow, zoomTo), drag(element)]
    return () => {
      cancelAnimationFrame(asked)
      resized.disconnect()
      element.removeEventListener('scroll', later)
      release.forEach((end) => end())
    }
  }, [scroller, look, zoomTo])

  /** Shows the whole tree, or its width if the whole would be illegible. */
  const fit = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const wide = element.clientWidth / size.width
    const all = Math.min(wide, Math.max(element.clientHeight, innerHeight * 0.7) / size.height)
    zoomTo(Math.min(1, all < LEAST_ZOOM ? wide : all))
    element.scrollTo({ left: 0, top: 0 })
  }, [scroller, size.width, size.height, zoomTo])

  /** Scrolls a card into view, no further than needed. */
  const reveal = useCallback(
    (card: Card, centred = false) => {
      const element = scroller.current
      if (!element) return
      const by = zoomNow.current
      const top = card.y * by + TITLE * (1 - by)
      element.scrollTo({
        left: into(element.scrollLeft, element.clientWidth, card.x * by, card.width * by, centred, 24),
        top: into(element.scrollTop, element.clientHeight, top, (card.height + 24) * by, centred, TITLE + 8),
      })
    },
    [scroller],
  )

  const window = { x: sight.x - OVERSCAN, y: sight.y - OVERSCAN, width: sight.width + OVERSCAN * 2, height: sight.height + OVERSCAN * 2 }
  return { zoom, zoomTo, fit, reveal, sight, window, more }
}

const SIDES = ['left', 'right', 'top', 'bottom'] as const

function beyondOf({ scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight }: HTMLElement): More {
  return {
    left: scrollLeft > HIDDEN_PX,
    right: scrollWidth - clientWidth - scrollLeft > HIDDEN_PX,
    top: scrollTop > HIDDEN_PX,
    bottom: scrollHeight - clientHeight - scrollTop > HIDDEN_PX,
  }
}

function isNear(before: Sight, now: Sight): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((of) => Math.abs(before[of] - now[of]) < STEP)
}

function into(scrolled: number, room: number, from: number, length: number, centred: boolean, margin: number): number {
  if (centred) return from + length / 2 - room / 2
  if (from < scrolled + margin) return from - margin
  return Math.max(scrolled, from + length + 24 - room)
}

type ZoomTo = (zoom: number, at?: { left: number; top: number }) => void

/** Zooms by two fingers, or by the wheel with Ctrl, which is how a trackpad's pinch arrives. */
function pinch(element: HTMLElement, zoomNow: RefObject<number>, zoomTo: ZoomTo): () => void {
  const place = (x: number, y: number) => {
    const { left, top } = element.getBoundingClientRect()
    return { left: x - left, top: y - top }
  }
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(zoomNow.current * Math.exp(-event.deltaY / 300), place(event.clientX, event.clientY))
  }
  let began: { far: number; zoom: number } | undefined
  const touch = (event: TouchEvent) => {
    const [one, other] = event.touches
    if (!one || !other) {
      began = undefined
      return
    }
    event.preventDefault()
    const far = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
    began ??= { far, zoom: zoomNow.current }
    zoomTo((began.zoom * far) / began.far, place((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2))
  }
  const lift = () => {
    began = undefined
  }
  element.addEventListener('wheel', wheel, { passive: false })
  element.addEventListener('touchmove', touch, { passive: false })
  element.addEventListener('touchend', lift)
  return () => {
    element.removeEventListener('wheel', wheel)
    element.removeEventListener('touchmove', touch)
    element.removeEventListener('touchend', lift)
  }
}

/** From this distance on it is a drag, not a click. */
const DRAG_PX = 5

function drag(element: HTMLElement): () => void {
  let from: { x: number; y: number; left: number; top: number; moved: boolean } | undefined
  const down = ({ button, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    if (button !== 0 || pointerType !== 'mouse') return
    from = { x, y, left: element.scrollLeft, top: element.scrollTop, moved: false }
  }
  const move = ({ clientX, clientY, pointerId }: PointerEvent) => {
    if (!from) return
    const [x, y] = [clientX - from.x, clientY - from.y]
    if (!from.moved && Math.hypot(x, y) < DRAG_PX) return
    if (!from.moved) element.setPointerCapture(pointerId)
    from.moved = true
    element.scrollTo({ left: from.left - x, top: from.top - y })
  }
  const up = () => {
    const dragged = from?.moved ?? false
    from = undefined
    // The click that ends a drag opens nothing.
    if (dragged) element.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
  }
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  return () => {
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
  }
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
