import { lazyRouteComponent } from '@tanstack/react-router'
import { load } from '@/ui/load'

/** Nothing above the fold: in the browser it comes after the page; the server waits for it. */
export const Foot = lazyRouteComponent(() => load(() => import('./foot')), 'default')
