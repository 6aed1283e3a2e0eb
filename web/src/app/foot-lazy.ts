import { texts } from '@/i18n'
import { lazyRouteComponent } from '@tanstack/react-router'
import { load } from '@/ui/load'

/** Nothing above the fold: in the browser it comes after the page; the server waits for it. */
export const Foot = lazyRouteComponent(async () => {
  const [foot] = await Promise.all([load(() => import('./foot')), texts('shell')()])
  return foot
}, 'default')
