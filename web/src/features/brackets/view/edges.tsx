import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import type { RefObject } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { More } from './use-plane'

const SIDES = [
  { side: 'left', Icon: ChevronLeft, fade: 'inset-y-0 left-0 w-14 bg-linear-to-r', at: 'left-1 top-1/2 -translate-y-1/2', x: -1, y: 0 },
  { side: 'right', Icon: ChevronRight, fade: 'inset-y-0 right-0 w-14 bg-linear-to-l', at: 'right-1 top-1/2 -translate-y-1/2', x: 1, y: 0 },
  // The round titles are above.
  { side: 'top', Icon: ChevronUp, fade: 'inset-x-0 top-13 h-8 bg-linear-to-b', at: 'top-14 left-1/2 -translate-x-1/2', x: 0, y: -1 },
  {
    side: 'bottom',
    Icon: ChevronDown,
    fade: 'inset-x-0 bottom-0 h-14 bg-linear-to-t',
    at: 'bottom-1 left-1/2 -translate-x-1/2',
    x: 0,
    y: 1,
  },
] as const

/** Share of the view to scroll by, so that some of it stays visible. */
const PART = 0.7

/** Fades the edges beyond which the tree continues; a press scrolls there. The keyboard has its arrows. */
export function Edges({ more, scroller }: { more: More; scroller: RefObject<HTMLDivElement | null> }) {
  const t = useTexts('brackets')
  const move = (x: number, y: number) => {
    const { clientWidth = 0, clientHeight = 0 } = scroller.current ?? {}
    scroller.current?.scrollBy({ left: x * clientWidth * PART, top: y * clientHeight * PART, behavior: 'smooth' })
  }
  return SIDES.filter(({ side }) => more[side]).map(({ side, Icon, fade, at, x, y }) => (
    <div key={side} className="print:hidden">
      <div aria-hidden="true" className={cx('pointer-events-none absolute z-10 from-ink to-transparent', fade)} />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t(`view.more.${side}`)}
        title={t(`view.more.${side}`)}
        onClick={() => move(x, y)}
        className={cx('absolute z-20 grid size-11 place-items-center text-text', at)}
      >
        <span className="grid size-8 place-items-center rounded-full bg-raise ring-1 ring-control">
          <Icon className="size-5" aria-hidden="true" />
        </span>
      </button>
    </div>
  ))
}
