import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { Button } from './button'
import { type Area, areaOf, moved, NEAREST, type Size, sentSize, settled, type View, wholeOf } from './crop-area'
import { Dialog } from './dialog'

/** Limit of pictures in the specification. */
const LONGEST = 1280
const QUALITY = 0.5

interface CropProps {
  /** A picture that the browser can read. */
  picture: ImageBitmap
  /** The requested size; its shape is kept. */
  size: Size
  title: string
  busy?: boolean
  onDone: (cut: Blob) => void
  onCancel: () => void
}

/**
 * Crops a picture to a shape: by dragging, pinching or the wheel, by keys, or by the buttons below.
 *
 * react-easy-crop 6 (8 KB; all of this is 2) would replace `Stage` only. Its keys move the picture and do not zoom; the buttons, the slider, the
 * warning about a small crop and the cropping itself would still be needed.
 */
export function CropDialog({ picture, size, title, busy = false, onDone, onCancel }: CropProps) {
  const t = useTexts('form')
  const ratio = size.width / size.height
  const [view, setView] = useState(() => wholeOf(picture))
  const area = areaOf(picture, ratio, view)
  const zoomBy = (factor: number) => setView((old) => settled(picture, ratio, { ...old, zoom: old.zoom * factor }))
  const move = (right: number, down: number) => setView((old) => moved(picture, ratio, old, right, down))
  const small = area.width < size.width
  return (
    <Dialog
      open
      width={600}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <Button onClick={onCancel}>{t('crop.cancel')}</Button>
          <Button look="primary" busy={busy} onClick={() => void cut(picture, area, size).then(onDone)}>
            {t('crop.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 p-1">
        <Stage picture={picture} area={area} ratio={ratio} move={move} zoomBy={zoomBy} />
        <Tools zoom={view.zoom} move={move} onZoom={(zoom) => setView((old) => settled(picture, ratio, { ...old, zoom }))} />
        <p role="status" className={small ? 'text-sm text-amber' : 'text-sm text-mute'}>
          {small ? t('crop.small', { width: size.width, height: size.height }) : t('crop.help')}
        </p>
      </div>
    </Dialog>
  )
}

interface Steering {
  move: (right: number, down: number) => void
  zoomBy: (factor: number) => void
}

const STEP = 0.05
const KEYS: Record<string, (by: Steering, step: number) => void> = {
  ArrowLeft: ({ move }, step) => move(-step, 0),
  ArrowRight: ({ move }, step) => move(step, 0),
  ArrowUp: ({ move }, step) => move(0, -step),
  ArrowDown: ({ move }, step) => move(0, step),
  '+': ({ zoomBy }) => zoomBy(1.1),
  '=': ({ zoomBy }) => zoomBy(1.1),
  '-': ({ zoomBy }) => zoomBy(1 / 1.1),
}

function Stage({ picture, area, ratio, move, zoomBy }: { picture: ImageBitmap; area: Area; ratio: number } & Steering) {
  const t = useTexts('form')
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, canvas.current.width, canvas.current.height)
  }, [picture, area.left, area.top, area.width, area.height])
  // React's own wheel listener cannot keep the page from scrolling.
  const nearer = useRef(zoomBy)
  useEffect(() => {
    nearer.current = zoomBy
  })
  useEffect(() => {
    const element = canvas.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      nearer.current(event.deltaY < 0 ? 1.08 : 1 / 1.08)
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [])
  const drag = (event: PointerEvent<HTMLElement>) => {
    const down = fingers.current
    const before = down.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const box = event.currentTarget.getBoundingClientRect()
    const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    if (other) {
      const apart = (place: typeof now) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y))
      zoomBy(apart(now) / apart(before))
    } else move((before.x - now.x) / box.width, (before.y - now.y) / box.height)
    down.set(event.pointerId, now)
  }
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId)
  const press = (event: KeyboardEvent) => {
    const act = KEYS[event.key]
    if (!act) return
    event.preventDefault()
    act({ move, zoomBy }, event.shiftKey ? STEP * 4 : STEP)
  }
  const width = Math.round(Math.min(1100, 700 * Math.min(ratio, 1)))
  return (
    // It handles the arrows, plus and minus; the buttons below do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="application"
      aria-label={t('crop.stage')}
      style={{ maxWidth: ratio < 1.2 ? 320 : undefined }}
      className="mx-auto w-full cursor-move touch-none rounded-control select-none"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      }}
      onPointerMove={drag}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      <canvas
        ref={canvas}
        width={width}
        height={Math.round(width / ratio)}
        aria-hidden="true"
        className="block w-full rounded-control bg-ground ring-1 ring-control"
      />
    </div>
  )
}

const ARROWS = [
  { name: 'left', icon: ArrowLeft, right: -1, down: 0 },
  { name: 'right', icon: ArrowRight, right: 1, down: 0 },
  { name: 'up', icon: ArrowUp, right: 0, down: -1 },
  { name: 'down', icon: ArrowDown, right: 0, down: 1 },
] as const

/** Buttons that do the same as dragging and pinching. */
function Tools({ zoom, move, onZoom }: { zoom: View['zoom']; move: Steering['move']; onZoom: (zoom: number) => void }) {
  const t = useTexts('form')
  const id = useId()
  const tool = 'grid size-11 flex-none place-items-center rounded-control text-mute hover:bg-raise hover:text-text'
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
      <div className="flex min-w-56 flex-1 items-center gap-1">
        <button type="button" className={tool} aria-label={t('crop.out')} onClick={() => onZoom(zoom / 1.2)}>
          <Minus className="size-5" aria-hidden="true" />
        </button>
        <label htmlFor={id} className="sr-only">
          {t('crop.zoom')}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={Math.round((Math.log(zoom) / Math.log(NEAREST)) * 100)}
          aria-valuetext={`${Math.round(zoom * 100)} %`}
          onChange={(event) => onZoom(NEAREST ** (Number(event.target.value) / 100))}
          className="h-11 min-w-0 flex-1 accent-lime"
        />
        <button type="button" className={tool} aria-label={t('crop.in')} onClick={() => onZoom(zoom * 1.2)}>
          <Plus className="size-5" aria-hidden="true" />
        </button>
      </div>
      <div className="flex">
        {ARROWS.map(({ name, icon: Icon, right, down }) => (
          <button
            key={name}
            type="button"
            className={tool}
            aria-label={t(`crop.${name}`)}
            onClick={() => move(right * STEP * 2, down * STEP * 2)}
          >
            <Icon className="size-5" aria-hidden="true" />
          </button>
        ))}
      </div>
    </div>
  )
}

/** Returns the crop to send: a JPEG, which has no transparency. */
async function cut(picture: ImageBitmap, area: Area, asked: Size): Promise<Blob> {
  const { width, height } = sentSize(area, asked, LONGEST)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
