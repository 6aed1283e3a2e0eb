import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'

const KEY = 'manao.cookies'

function unread(): boolean {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    return false
  }
}

const nothing = () => () => {}

/** One necessary group, nothing to choose: it says so once. */
export function CookieBar() {
  const t = useTexts('common')
  // It stands in what the server renders, for the first visit; whoever has read it is spared by `index.html` before the first paint.
  const wanted = useSyncExternalStore(nothing, unread, () => true)
  const [accepted, setAccepted] = useState(false)
  if (!wanted || accepted) return null
  return (
    <section
      data-late=""
      aria-label={t('cookie.privacy')}
      className="cookie-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raise max-md:bottom-[68px]"
    >
      <div className="mx-auto flex max-w-[1200px] items-center gap-4 px-4 py-3 max-sm:flex-col max-sm:items-stretch md:px-0">
        <p className="flex-1 text-sm text-mute">
          {t('cookie.text')}{' '}
          <Link to="/terms" hash="privacy" className="text-text underline">
            {t('cookie.privacy')}
          </Link>
        </p>
        <Button
          size="sm"
          onClick={() => {
            localStorage.setItem(KEY, new Date().toISOString())
            setAccepted(true)
          }}
        >
          {t('cookie.accept')}
        </Button>
      </div>
    </section>
  )
}
