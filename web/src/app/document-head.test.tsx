import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { useDocumentHead } from './document-head'
import { useHead } from '@/ui/head'
import type { About } from './page'

function Frame() {
  useDocumentHead()
  return <Outlet />
}

function Named() {
  useHead({ as: 'card', name: 'Steam', description: 'codes at once' })
  return null
}

function Other() {
  useHead({ title: 'Something else', noindex: true })
  return null
}

const root = createRootRoute({ component: Frame })
const GAME: About = { title: { player: 'games:game.title', card: 'games:game.cardTitle' }, public: true }
const SHOP: About = { title: 'home:title', description: 'home:description', public: true }
const at = (path: string, about: About, component: () => null) =>
  createRoute({ getParentRoute: () => root, path, staticData: { about }, component })
const routes = [
  at('/', SHOP, () => null),
  at('/cart', { title: 'cart:title' }, () => null),
  at('/games/$id', GAME, Named),
  at('/unknown/$id', GAME, () => null),
  at('/other', SHOP, Other),
  at('/threads/$id', { title: 'cart:title' }, () => null),
]

it('the head follows the route, and the page where it says more', async () => {
  await startTexts('en')
  await texts('home', 'cart', 'games')()
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: ['/'] }) })
  await act(async () => {
    render(<RouterProvider router={router as never} />)
    await router.load()
  })
  const meta = (name: string) => document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  const head = () => [document.title, meta('description')?.slice(0, 11), meta('robots')]
  const SHOP_HEAD = ['Manao: game top-ups by PromptPay, and tournaments', 'Game credit', undefined]
  expect(head()).toEqual(SHOP_HEAD)
  for (const [path, expected] of [
    ['/cart', ['Cart | Manao', undefined, 'noindex']],
    ['/games/steam', ['Buy Steam, code at once | Manao', 'codes at on', undefined]],
    // Its data are not known yet: the head stays.
    ['/unknown/one', ['Buy Steam, code at once | Manao', 'codes at on', undefined]],
    ['/other', ['Something else | Manao', 'Game credit', 'noindex']],
    ['/threads/1', ['Cart | Manao', undefined, 'noindex']],
    ['/', SHOP_HEAD],
  ] as const) {
    await act(async () => void (await router.navigate({ to: path as '/' })))
    expect(head(), path).toEqual(expected)
  }
})
