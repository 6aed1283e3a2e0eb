import { lazyRouteComponent } from '@tanstack/react-router'
import { load } from '@/ui/load'

/** Links only: in the browser they are hydrated after the page; the server waits for them. */
export const Below = lazyRouteComponent(() => load(() => import('./below')), 'default')
