import { lazy } from 'react'
import { texts } from '@/i18n'

/** Few people come to nothing: what they are offered then is loaded then. */
export const Elsewhere = lazy(async () => {
  const [page] = await Promise.all([import('./elsewhere'), texts('home')()])
  return page
})
