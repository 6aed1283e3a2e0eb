import { lazyRouteComponent } from '@tanstack/react-router'

/** Nothing above the fold: in the browser it comes after the page; the server waits for it. */
export const Foot = lazyRouteComponent(() => import('./foot'), 'default')
