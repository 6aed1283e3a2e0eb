import { lazyRouteComponent } from '@tanstack/react-router'
import { load } from '@/ui/load'

/** Few games are for a number: most of their pages do without it. The server waits for it. */
export const NumberFields = lazyRouteComponent(() => load(() => import('./number-fields')), 'default')
