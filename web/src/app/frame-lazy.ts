import { texts } from '@/i18n'
import { lazyRouteComponent } from '@tanstack/react-router'
import { load } from '@/ui/load'

const frame = async () => {
  const [loaded] = await Promise.all([load(() => import('./frame')), texts('shell')()])
  return loaded
}

/** What stands around a page. In the browser it comes after the page, whose markup has it already; the server waits for it. */
export const Head = lazyRouteComponent(frame, 'Head')
export const Foot = lazyRouteComponent(frame, 'Foot')
