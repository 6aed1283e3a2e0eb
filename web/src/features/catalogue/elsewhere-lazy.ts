import { texts } from '@/i18n'
import { part } from '@/ui/load'

/** Few people come to nothing: what they are offered then is loaded then. */
export const Elsewhere = part(async () => {
  const [page] = await Promise.all([import('./elsewhere'), texts('home')()])
  return page
})
