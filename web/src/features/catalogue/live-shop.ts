import type { ConfigQuery } from '@/api/catalogue.gen'
import { queries } from '@/api/queries'
import { useTopic } from '@/live'
import { configQuery } from './queries'

const SHOP = { topic: 'public:maintenance' }

/** Keeps the display mode and an announced maintenance current on every open page. */
export function useLiveShop(): void {
  useTopic(SHOP, {
    'shop.changed': ({ isMonochrome, maintenance }) =>
      queries.setQueryData<ConfigQuery>(
        configQuery.queryKey,
        (known) =>
          known && {
            appConfig: { ...known.appConfig, isMonochrome },
            maintenance: maintenance
              ? { message: maintenance.message, startsAt: maintenance.startsAt ?? null, until: maintenance.until ?? null }
              : null,
          },
      ),
  })
}
