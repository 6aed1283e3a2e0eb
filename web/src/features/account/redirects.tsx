import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { language } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { hasArrived } from './provider-pages'
import { useMoveIn } from './sign-in'
import { Working } from './working'

/** After signing in at the provider: does the pending work, then replaces this page with the target. */
export function ArriveFromProvider({ to }: { to: string }) {
  const router = useRouter()
  const moveIn = useMoveIn()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    hasArrived()
    // An address as the server stores it, its language included.
    void moveIn(to).then(() => router.history.replace(to))
  }, [moveIn, router, to])
  return <Working />
}

/** Redirects at once. As an address, not as a route, so that its query is kept. */
export function Redirect({ path }: { path: string }) {
  const router = useRouter()
  useEffect(() => router.history.replace(inLanguage(path, language())), [router, path])
  return null
}
