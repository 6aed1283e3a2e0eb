import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { withoutLanguage } from '@/i18n/language'
import { mayPrefetch, whenIdle } from './prefetch'

/** Ids of the routes whose code was asked for. */
const fetched = new Set<string>()

/** Fetches the code of the pages that links in view lead to, while the browser is idle. Their data come when the pointer is on a link. */
export function usePrefetchShown(): void {
  const router = useRouter()
  useEffect(() => {
    let waiting: () => void = () => {}
    const soon = () => {
      waiting()
      waiting = whenIdle(() => prefetchShown(router))
    }
    soon()
    const stop = router.subscribe('onResolved', soon)
    addEventListener('scrollend', soon)
    return () => {
      waiting()
      stop()
      removeEventListener('scrollend', soon)
    }
  }, [router])
}

export function prefetchShown(router: Pick<RegisteredRouter, 'getMatchedRoutes'>): void {
  if (!mayPrefetch()) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
    if (!isInView(link)) continue
    const [, , route] = router.getMatchedRoutes(withoutLanguage(link.pathname))
    const load = route?.options.staticData?.load
    if (!route || !load || fetched.has(route.id)) continue
    fetched.add(route.id)
    // Nobody waits for it: what fails is loaded when its page is opened.
    load().catch(() => fetched.delete(route.id))
  }
}

function isInView(link: HTMLElement): boolean {
  const { top, bottom, width } = link.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}
