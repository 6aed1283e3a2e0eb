import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '@/i18n'
import { dayOf, formatDate } from '@/i18n/format'
import { serverNow } from '@/live'
import type { Row } from './rows'
import { useInSight } from './in-sight'

const USUAL_HEIGHT = 76
/** So near to the end counts as being there. */
const NEAR_END = 80
/** So many rows before the first, earlier ones are fetched. */
const EARLY = 8

interface LogProps {
  rows: readonly Row[]
  label: string
  /** There are earlier messages, and how it goes with them. */
  more: boolean
  older: 'idle' | 'busy' | 'failed'
  onOlder: () => void
  /** Numbers of messages that have come into the reader's sight: the highest. */
  onSeen: (seq: number) => void
  /** Whether the newest is in sight. */
  onEnd: (atEnd: boolean) => void
  /** A message to go to. */
  goTo: { seq: number; asked: number } | undefined
  newer: number
  children: (row: Row) => ReactNode
}

/** Ten thousand messages, of which those in sight are drawn. It stays at its end while it is there, and in its place otherwise. */
export function Log({ rows, label, more, older, onOlder, onSeen, onEnd, goTo, newer, children }: LogProps) {
  const t = useTexts('messages')
  const scroll = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const visible = useInSight(scroll)
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    paddingEnd: 8,
  })
  const filled = rows.length > 0
  // It opens where the reader has not read on, else at its end.
  const open = useEffectEvent(() => {
    const unread = rows.findIndex(({ type }) => type === 'unread')
    if (unread >= 0) virtual.scrollToIndex(unread, { align: 'start' })
    else virtual.scrollToEnd()
  })
  useLayoutEffect(() => {
    if (filled) open()
  }, [virtual, filled])

  const own = rows.at(-1)
  const ownKey = own?.type === 'pending' ? own.key : undefined
  // What one has just written is in sight.
  useLayoutEffect(() => {
    if (ownKey !== undefined) virtual.scrollToEnd()
  }, [virtual, ownKey])

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
  const near = first !== undefined && first < EARLY && more && older === 'idle'
  useEffect(() => {
    if (near && visible) fetchOlder()
  }, [near, visible, rows.length])

  // The field below grows and shrinks, and the screen's keyboard comes and goes.
  const stay = useEffectEvent(() => {
    if (atEnd) virtual.scrollToEnd()
  })
  useEffect(() => {
    const element = scroll.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => stay())
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0)
  const seen = items.reduce((highest, { index, start, size }) => {
    const row = rows[index]
    return row?.type === 'message' && start + Math.min(size, USUAL_HEIGHT) <= bottom + 1 ? Math.max(highest, row.item.seq) : highest
  }, 0)
  const see = useEffectEvent(onSeen)
  useEffect(() => {
    if (visible && seen > 0) see(seen)
  }, [visible, seen])

  const here = virtual.getTotalSize() - bottom <= NEAR_END
  const tellEnd = useEffectEvent(onEnd)
  useEffect(() => {
    setAtEnd(here)
    tellEnd(here && visible)
  }, [here, visible])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll}
        role="log"
        aria-label={label}
        // What comes in is told beside it: scrolling back would read all of the past aloud.
        aria-live="off"
        // It is scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {more && (
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
                  style={{ transform: `translateY(${start}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  {row.type === 'day' ? <Day at={row.at} /> : row.type === 'unread' ? <Unread /> : children(row)}
                </div>
              )
            )
          })}
        </div>
      </div>
      {filled && !atEnd && (
        <button
          type="button"
          onClick={() => virtual.scrollToEnd()}
          className="num absolute bottom-2 left-1/2 z-10 flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full border whitespace-nowrap border-line bg-raise px-4 text-sm"
        >
          {newer > 0 ? t('newer.count', { count: newer }) : <span className="sr-only">{t('toNewest')}</span>}
          <ChevronDown className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
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

function Unread() {
  const t = useTexts('messages')
  return (
    <p className="flex items-center gap-3 py-2 text-sm text-amber before:h-px before:flex-1 before:bg-amber/50 after:h-px after:flex-1 after:bg-amber/50">
      {t('unread')}
    </p>
  )
}
