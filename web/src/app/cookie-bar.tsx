import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '@/i18n'
import { plainPath } from './menu-entries'

const KEY = 'manao.cookies'
/** Time to read one line, and to follow its link. */
const SHOWN_MS = 15_000

function unread(): boolean {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    return false
  }
}

const nothing = () => () => {}

/** Says once that there is one necessary group of cookies and nothing to choose, and goes away by itself. */
export function CookieBar() {
  // The server renders it for the first visit; for visitors who have read it, `index.html` hides it before the first paint.
  const wanted = useSyncExternalStore(nothing, unread, () => true)
  const [read, setRead] = useState(false)
  if (!wanted || read) return null
  return <Line onRead={() => setRead(true)} />
}

function Line({ onRead }: { onRead: () => void }) {
  const t = useTexts('shell')
  const line = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  const [first] = useState(path)
  const [over, setOver] = useState(false)
  const done = () => {
    localStorage.setItem(KEY, new Date().toISOString())
    onRead()
  }
  useEffect(() => {
    const later = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(later)
  }, [])
  const gone = over || path !== first
  useEffect(() => {
    if (!gone) return
    const leaving = setInterval(() => {
      // It must not disappear while the visitor is about to use it.
      if (!line.current?.matches(':hover') && !line.current?.contains(document.activeElement)) done()
    }, 500)
    return () => clearInterval(leaving)
  })
  return (
    <section
      ref={line}
      data-late=""
      aria-label={t('cookie.privacy')}
      className="cookie-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-panel max-md:bottom-[68px]"
    >
      <p className="mx-auto flex h-11 max-w-[1200px] items-center justify-center gap-x-2 px-4 text-sm whitespace-nowrap text-mute max-sm:justify-between max-xs:gap-x-0 max-xs:px-2 max-xs:text-xs">
        <span>
          {t('cookie.text')}{' '}
          <Link to={plainPath('/privacy')} className="inline-flex min-h-11 items-center text-text underline underline-offset-4">
            {t('cookie.more')}
          </Link>
        </span>
        <button type="button" className="num min-h-11 px-3 text-lime hover:underline max-xs:px-2" onClick={done}>
          {t('cookie.accept')}
        </button>
      </p>
    </section>
  )
}
