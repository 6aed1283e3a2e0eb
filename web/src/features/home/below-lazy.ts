import { lazyRouteComponent } from '@tanstack/react-router'
import { texts } from '@/i18n'
import { load } from '@/ui/load'

/**
 * Links only: in the browser they are hydrated after the page; the server waits for them. The names of kinds are among the games' texts: what
 * the server rendered must not be rendered without them.
 */
export const Below = lazyRouteComponent(async () => {
  const [below] = await Promise.all([load(() => import('./below')), texts('games')()])
  return below
}, 'default')
