import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { language } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { hasArrived } from './provider-pages'
import { useMoveIn } from './sign-in'
import { Working } from './working'

/** Signed in at the provider: what waits for that is done, then the page that it leads to takes this one's place. */
export function ArriveFromProvider({ to }: { to: string }) {
  const router = useRouter()
  const moveIn = useMoveIn()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    hasArrived()
    // An address as the server keeps it, its language included.
    void moveIn(to).then(() => router.history.replace(to))
  }, [moveIn, router, to])
  return <Working />
}

/** Goes there at once. As an address, not as a route: what was in its query stays in it. */
export function Redirect({ path }: { path: string }) {
  const router = useRouter()
  useEffect(() => router.history.replace(inLanguage(path, language())), [router, path])
  return null
}
