import { texts } from '@/i18n'
import { lazyRouteComponent } from '@tanstack/react-router'
import { load } from '@/ui/load'
import { Below } from '@/features/home/below-lazy'

/** Nothing above the fold: in the browser it comes after the page; the server waits for it. */
export const Foot = lazyRouteComponent(async () => {
  const [foot] = await Promise.all([load(() => import('./foot')), texts('shell')()])
  return foot
}, 'default')

/** For rendering a page at once: loads everything that would come after it. */
export const late = () => Promise.all([Foot.preload?.(), Below.preload?.()])
