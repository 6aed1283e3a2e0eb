import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { dayOf, formatDate } from '@/i18n/format'
import { serverNow } from '@/live'
import { cx } from '@/ui/cx'
import type { Row } from './rows'
import { useInSight } from './in-sight'

const USUAL_HEIGHT = 76
/** Within this distance, the end counts as reached. */
const NEAR_END = 80
/** Height of the parts over the end of a page: the newest message, and the field. */
const FOOT = 120
/** Earlier messages are fetched this many rows before the first. */
const EARLY = 8

interface LogProps {
  rows: readonly Row[]
  label: string
  /** Whether there are earlier messages, and the state of their request. */
  more: boolean
  older: 'idle' | 'busy' | 'failed'
  onOlder: () => void
  /** Called when a gap comes into view. */
  onGap: () => void
  /** Called with the highest number that has come into view. */
  onSeen: (seq: number) => void
  /** Called with whether the newest is in view. */
  onEnd: (atEnd: boolean) => void
  /** A message to scroll to. */
  goTo: { seq: number; asked: number } | undefined
  newer: number
  children: (row: Row) => ReactNode
}

const virtualOptions = (rows: readonly Row[]) => ({
  count: rows.length,
  estimateSize: () => USUAL_HEIGHT,
  getItemKey: (index: number) => rows[index]?.key ?? index,
  overscan: 8,
  anchorTo: 'end' as const,
  followOnAppend: true,
  scrollEndThreshold: NEAR_END,
  paddingEnd: 8,
})

/** The log in a box of its own, which scrolls. */
export function BoxLog(props: LogProps) {
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ ...virtualOptions(props.rows), getScrollElement: () => scroll.current })
  return <LogView {...props} virtual={virtual} scroll={scroll} />
}

/** The log as part of the page, which scrolls as a whole. */
export function PageLog(props: LogProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({ ...virtualOptions(props.rows), scrollMargin: top })
  // The content above it grows and shrinks.
  useEffect(() => {
    const measure = () => setTop(Math.round((scroll.current?.getBoundingClientRect().top ?? 0) + scrollY))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return <LogView {...props} virtual={virtual} scroll={scroll} page />
}

interface LogViewProps extends LogProps {
  virtual: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>
  scroll: RefObject<HTMLDivElement | null>
  page?: boolean
}

/**
 * A log of ten thousand messages, of which only the visible ones are rendered. It stays at its end while it is there, and in place otherwise.
 */
function LogView(props: LogViewProps) {
  const { rows, label, more, older, onOlder, newer, children, virtual, scroll, page = false } = props
  const t = useTexts('messages')
  const { items, filled, here, toEnd } = useLogPosition(props)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll}
        role="log"
        aria-label={label}
        // New messages are announced separately: scrolling back would read the whole past aloud.
        aria-live="off"
        // It can also be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={page ? undefined : 0}
        className={cx(
          '[overflow-anchor:none]',
          !page && 'min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2',
        )}
      >
        {page && more && (
          <button
            type="button"
            aria-busy={older === 'busy' || undefined}
            onClick={onOlder}
            className="min-h-11 w-full text-sm text-mute hover:text-text"
          >
            {t(older === 'busy' ? 'earlierBusy' : older === 'failed' ? 'earlierFailed' : 'earlier')}
          </button>
        )}
        {!page && more && (
          <div className="sticky top-0 z-10 flex h-0 justify-center">
            {older === 'busy' && (
              <p role="status" className="h-8 rounded-control bg-raise px-3 text-sm leading-8 text-mute">
                {t('earlierBusy')}
              </p>
            )}
            {older === 'failed' && (
              <button type="button" onClick={onOlder} className="h-11 rounded-control bg-raise px-4 text-sm text-amber">
                {t('earlierFailed')}
              </button>
            )}
          </div>
        )}
        <div role="list" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  role="listitem"
                  aria-setsize={more ? -1 : rows.length}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  {row.type === 'day' ? (
                    <Day at={row.at} />
                  ) : row.type === 'unread' ? (
                    <Unread />
                  ) : row.type === 'gap' ? (
                    <Gap count={row.count} />
                  ) : (
                    children(row)
                  )}
                </div>
              )
            )
          })}
        </div>
      </div>
      {!page && filled && !here && (
        <button
          type="button"
          onClick={toEnd}
          className="num absolute bottom-2 left-1/2 z-10 flex min-h-11 max-w-full -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raise px-4 text-sm whitespace-nowrap"
        >
          {newer > 0 ? t('newer.count', { count: newer }) : <span className="sr-only">{t('toNewest')}</span>}
          <ChevronDown className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** Scrolls the log and reports messages that come into view. Returns the rows to render, and whether the end is in view. */
function useLogPosition({ rows, more, older, onOlder, onGap, onSeen, onEnd, goTo, virtual, scroll, page = false }: LogViewProps) {
  const atEnd = useRef(!page)
  const visible = useInSight(scroll, page ? 0 : undefined)
  const filled = rows.length > 0
  const toEnd = () => (page ? scrollTo({ top: document.documentElement.scrollHeight }) : virtual.scrollToEnd())
  // Opens the log at the reader's last position, else at its end. A page opens at its top, where the next step is.
  const open = useEffectEvent(() => {
    if (page) return
    const unread = rows.findIndex(({ type }) => type === 'unread')
    if (unread >= 0) virtual.scrollToIndex(unread, { align: 'start' })
    else virtual.scrollToEnd()
  })
  useLayoutEffect(() => {
    if (filled) open()
  }, [virtual, filled])

  const showEnd = useEffectEvent(toEnd)
  const own = rows.at(-1)
  const ownKey = own?.type === 'pending' ? own.key : undefined
  // The user's own new message is in view.
  useLayoutEffect(() => {
    if (ownKey !== undefined) showEnd()
  }, [ownKey])

  const go = useEffectEvent((seq: number) => {
    const index = rows.findIndex((row) => row.type === 'message' && row.item.seq === seq)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => {
    if (goTo) go(goTo.seq)
  }, [goTo])

  const items = virtual.getVirtualItems()
  const first = items[0]?.index
  const fetchOlder = useEffectEvent(onOlder)
  // In a page, earlier messages would push away the parts above them, so they are fetched on request.
  const near = !page && first !== undefined && first < EARLY && more && older === 'idle'
  useEffect(() => {
    if (near && visible) fetchOlder()
  }, [near, visible, rows.length])

  const gap = rows.findIndex(({ type }) => type === 'gap')
  const atGap = gap >= 0 && items.some(({ index }) => index === gap)
  const fillGap = useEffectEvent(onGap)
  useEffect(() => {
    if (atGap && visible) fillGap()
  }, [atGap, visible, rows.length])

  // The field below grows and shrinks, and the on-screen keyboard comes and goes.
  const stay = useEffectEvent(() => {
    if (atEnd.current) toEnd()
  })
  useEffect(() => {
    const element = scroll.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => stay())
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroll])

  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) - (page ? FOOT : 0)
  const seen = items.reduce((highest, { index, start, size }) => {
    const row = rows[index]
    // Messages below a gap do not count as reached before the gap is read.
    if (atGap && index > gap) return highest
    return row?.type === 'message' && start + Math.min(size, USUAL_HEIGHT) <= bottom + 1 ? Math.max(highest, row.item.seq) : highest
  }, 0)
  const see = useEffectEvent(onSeen)
  useEffect(() => {
    if (visible && seen > 0) see(seen)
  }, [visible, seen])

  const here = virtual.options.scrollMargin + virtual.getTotalSize() - bottom <= NEAR_END
  const tellEnd = useEffectEvent(onEnd)
  useEffect(() => {
    atEnd.current = here
    tellEnd(here && visible)
  }, [here, visible])

  return { items, filled, here, toEnd }
}

const DAY_MS = 24 * 3600_000

function Day({ at }: { at: string }) {
  const t = useTexts('messages')
  const language = useLanguage()
  const now = serverNow()
  const day = dayOf(at)
  const word = day === dayOf(now) ? t('today') : day === dayOf(now - DAY_MS) ? t('yesterday') : formatDate(at, language)
  return <p className="num py-3 text-center text-xs text-mute">{word}</p>
}

/** The messages that arrived while the reader was away, between their place and the newest. */
function Gap({ count }: { count: number }) {
  const t = useTexts('messages')
  return (
    <p className="flex items-center gap-3 py-3 text-sm text-amber before:h-px before:flex-1 before:bg-amber/50 after:h-px after:flex-1 after:bg-amber/50">
      {t('gap.count', { count })}
    </p>
  )
}

function Unread() {
  const t = useTexts('messages')
  return (
    <p className="flex items-center gap-3 py-2 text-sm text-amber before:h-px before:flex-1 before:bg-amber/50 after:h-px after:flex-1 after:bg-amber/50">
      {t('unread')}
    </p>
  )
}
