import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queries } from '@/api/queries'
import { texts } from '@/i18n'
import { load, useMissingParts } from '@/ui/load'

/** Thrown when a page is not loaded, and there is no network to fetch it. */
export class Offline extends Error {
  override readonly name = 'Offline'
}

// The rendering server has no `navigator`, and is never offline.
const isOffline = () => globalThis.navigator?.onLine === false

/**
 * For a route's loader: the page is shown when its chunk, the texts that its route names and its answer are there. Without a network it says so
 * instead of waiting for them.
 */
export async function needs<Answer, Failure, Data, Key extends QueryKey>(
  route: AnyRoute,
  asked?: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  const { texts: namespaces = [], load: chunk } = route.options.staticData ?? {}
  const offline = isOffline()
  if (offline && asked && queries.getQueryData(asked.queryKey) === undefined) throw new Offline()
  const answer = asked && !offline && queries.prefetchQuery(asked)
  await untilOffline(Promise.all([chunk && load(chunk), texts(...namespaces)(), answer]))
}

/** A route's component, loaded when it is needed. */
export const component = <Name extends string, Module extends Record<Name, unknown>>(chunk: () => Promise<Module>, name: Name) =>
  lazyRouteComponent(() => load(chunk), name)

/** Queries and parts wait for the network by themselves; meanwhile the previous page would show under the new address. */
function untilOffline(work: Promise<unknown>): Promise<unknown> {
  if (typeof addEventListener !== 'function') return work
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Offline())
    addEventListener('offline', lost)
    // A part that was missing when it was needed.
    const unsubscribe = useMissingParts.subscribe(() => isOffline() && lost())
    work.then(resolve, reject).finally(() => {
      removeEventListener('offline', lost)
      unsubscribe()
    })
  })
}
