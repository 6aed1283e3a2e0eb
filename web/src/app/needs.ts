import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queries } from '@/api/queries'
import { hasTexts, texts } from '@/i18n'

/** A page was asked for that is not here, and there is no network to fetch it by. */
export class Offline extends Error {
  override readonly name = 'Offline'
}

// The server that renders has no such thing, and is never without.
const isOffline = () => globalThis.navigator?.onLine === false

/**
 * For a route's loader: the page is shown when the texts that its route names and its answer are there. Without a network it says so instead of
 * waiting for them.
 */
export async function needs<Answer, Failure, Data, Key extends QueryKey>(
  route: AnyRoute,
  asked?: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  const namespaces = route.options.staticData?.texts ?? []
  const offline = isOffline()
  if (offline && asked && queries.getQueryData(asked.queryKey) === undefined) throw new Offline()
  const answer = asked && !offline && queries.prefetchQuery(asked)
  await untilOffline(Promise.all([texts(...namespaces)(), answer]))
  if (!hasTexts(...namespaces) && isOffline()) throw new Offline()
}

/** A route's component, fetched when it is needed. */
export function component<Name extends string, Module extends Record<Name, unknown>>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        // For a chunk that is gone the router reloads; without a network nothing would be left of the shop.
        throw isOffline() ? new Offline() : error
      }),
    name,
  )
}

/** A query waits for the network automatically: meanwhile the previous page would show under the new address. */
function untilOffline(work: Promise<unknown>): Promise<unknown> {
  if (typeof addEventListener !== 'function') return work
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Offline())
    addEventListener('offline', lost)
    work.then(resolve, reject).finally(() => removeEventListener('offline', lost))
  })
}
