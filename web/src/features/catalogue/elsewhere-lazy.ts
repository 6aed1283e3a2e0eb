import { texts } from '@/i18n'
import { part } from '@/ui/load'

/** Few visitors reach a dead end, so its suggestions are loaded only then. */
export const Elsewhere = part(async () => {
  const [page] = await Promise.all([import('./elsewhere'), texts('home')()])
  return page
})
