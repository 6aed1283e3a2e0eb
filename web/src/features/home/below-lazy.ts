import { lazyRouteComponent } from '@tanstack/react-router'

/** Links only: in the browser they come to life after the page; the server waits for them. */
export const Below = lazyRouteComponent(() => import('./below'), 'default')
