import { lazyRouteComponent } from '@tanstack/react-router'
import { texts } from '@/i18n'
import { load } from '@/ui/load'

/** Below the home page's first sight: in the browser it is hydrated after the page; the server waits for it. */
export const Doorway = lazyRouteComponent(
  () =>
    load(async () => {
      const [part] = await Promise.all([import('./doorway'), texts('doorway', 'scores')()])
      return part
    }),
  'default',
)
