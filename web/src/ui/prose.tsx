import { useRouter } from '@tanstack/react-router'
import { memo, type MouseEvent } from 'react'
import type { Language } from '@/i18n/language'
import { withoutLanguage } from '@/i18n/language'
import { cx } from './cx'

interface ProseProps {
  /** Clean HTML of the server. */
  html: string
  /** The language that it is written in. */
  lang?: Language | undefined
  className?: string | undefined
}

/** Shows text that the server rendered. Links to pages of this site do not load the page again. */
export const Prose = memo(({ html, lang, className }: ProseProps) => {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    const page = pageOf(event)
    if (!page) return
    event.preventDefault()
    void router.navigate(page)
  }
  return (
    // A link is the element that is pressed, by keyboard too: its click arrives here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      lang={lang}
      className={cx('prose', className)}
      data-html=""
      onClick={follow}
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
})

/** Files, which are no pages. */
const FILE = /^\/(api|files|content|assets)\/|\.\w{2,5}$/

interface ProsePage {
  to: string
  search: Record<string, string>
  hash?: string
}

/** Returns the page that a click leads to, if the router shall open it; anything else is left to the browser. */
function pageOf(
  event: Pick<MouseEvent, 'target' | 'button' | 'defaultPrevented' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): ProsePage | undefined {
  const { target, button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a') : null
  // A heading of the same page: the browser scrolls to it.
  if (!link || link.target || link.getAttribute('href')?.startsWith('#') || link.origin !== location.origin) return undefined
  const to = withoutLanguage(link.pathname)
  if (FILE.test(to)) return undefined
  return {
    to,
    search: Object.fromEntries(new URLSearchParams(link.search)),
    ...(link.hash && { hash: link.hash.slice(1) }),
  }
}
