// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mayPrefetch } from './prefetch'
import { prefetchShown } from './prefetch-shown'
import type { AppRouter } from './router'

const network = (onLine: boolean, connection?: object) => vi.stubGlobal('navigator', { onLine, ...(connection && { connection }) })

beforeEach(() => network(true))
afterEach(() => vi.unstubAllGlobals())

it.each([
  [true, true, undefined],
  [true, true, { effectiveType: '4g', saveData: false }],
  [true, true, { effectiveType: '3g' }],
  [false, true, { effectiveType: '2g' }],
  [false, true, { effectiveType: 'slow-2g' }],
  [false, true, { effectiveType: '4g', saveData: true }],
  [false, false, { effectiveType: '4g' }],
])('prefetching is %s: online %s, connection %o', (allowed, onLine, connection) => {
  network(onLine, connection)
  expect(mayPrefetch()).toBe(allowed)
})

/** A page with links at these heights, and a router that knows each path as a route. */
function pageWith(links: Record<string, number>) {
  document.body.innerHTML = Object.keys(links)
    .map((path) => `<a href="${path}">${path}</a>`)
    .join('')
  for (const link of document.querySelectorAll('a')) {
    const top = links[link.pathname] ?? 0
    link.getBoundingClientRect = () => ({ top, bottom: top + 20, width: 100 }) as DOMRect
  }
  const loads: string[] = []
  const fails = new Set<string>()
  const load = (id: string) => async () => {
    loads.push(id)
    if (fails.has(id)) throw new Error('gone')
  }
  const routeOf = (path: string) => `/${path.split('/')[1]}`
  const getMatchedRoutes = (path: string) => [[], {}, { id: routeOf(path), options: { staticData: { load: load(routeOf(path)) } } }]
  return { router: { getMatchedRoutes } as unknown as AppRouter, loads, fails }
}

it('fetches the code of each page in view once, and again what failed', async () => {
  const { router, loads, fails } = pageWith({ '/seen/1': 10, '/seen/2': 100, '/en/gone': 200, '/below': 5000 })
  fails.add('/gone')
  prefetchShown(router)
  expect(loads).toEqual(['/seen', '/gone'])
  await vi.waitFor(() => {
    prefetchShown(router)
    expect(loads).toEqual(['/seen', '/gone', '/gone'])
  })
})

it('fetches nothing where it may not', () => {
  const { router, loads } = pageWith({ '/saved': 10 })
  network(true, { saveData: true })
  prefetchShown(router)
  expect(loads).toEqual([])
})
