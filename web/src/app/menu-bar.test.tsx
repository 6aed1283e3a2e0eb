import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { startTexts } from '@/i18n'
import { MenuBar } from './menu-bar'

const EVENT = 'https://event.example/?utm_campaign=menu'

beforeEach(async () => {
  await startTexts('en')
  const root = createRootRoute({
    component: () => (
      <>
        <MenuBar eventHref={EVENT} />
        <input aria-label="elsewhere" />
        <Outlet />
      </>
    ),
  })
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => <p>{path}</p> })
  const router = createRouter({
    routeTree: root.addChildren([page('/'), page('/esport/teams')]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('navigation')
})

const group = (name: string) => screen.getByRole('button', { name })
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const focused = () => document.activeElement?.getAttribute('href') ?? document.activeElement?.textContent

it('is used by keyboard alone: arrows open a group and walk its pages, Escape leads back', async () => {
  group('Articles').focus()
  key('ArrowDown')
  await waitFor(() => expect(focused()).toBe('/game-review'))
  expect(group('Articles').getAttribute('aria-expanded')).toBe('true')
  const walked = ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home'].map((name) => (key(name), focused()))
  expect(walked).toEqual(['/game-guide', '/game-update', '/game-review', '/game-update', '/game-review'])
  key('Escape')
  expect(screen.queryByRole('link', { name: /Game reviews/ })).toBeNull()
  expect(focused()).toBe('Articles')
  key('ArrowUp')
  await waitFor(() => expect(focused()).toBe('/game-update'))
})

it('has one group open at a time, until something else is touched or gets the focus, or a page is chosen', async () => {
  fireEvent.click(group('Promotions'))
  await screen.findByRole('link', { name: /Hot deals/ })
  fireEvent.click(group('Esports'))
  await screen.findByRole('link', { name: /Teams/ })
  expect(screen.queryByRole('link', { name: /Hot deals/ })).toBeNull()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('link', { name: /Teams/ })).toBeNull()
  fireEvent.click(group('Esports'))
  await screen.findByRole('link', { name: /Teams/ })
  screen.getByLabelText('elsewhere').focus()
  await waitFor(() => expect(screen.queryByRole('link', { name: /Teams/ })).toBeNull())
  fireEvent.click(group('Esports'))
  fireEvent.click(await screen.findByRole('link', { name: /Teams/ }))
  await screen.findByText('/esport/teams')
  expect(screen.queryByRole('link', { name: /Teams/ })).toBeNull()
})

it('opens under a mouse and stays when it is clicked; a finger only taps', async () => {
  const around = group('Promotions').parentElement as HTMLElement
  fireEvent.pointerEnter(around, { pointerType: 'mouse' })
  await screen.findByRole('link', { name: /Hot deals/ })
  fireEvent.click(group('Promotions'))
  fireEvent.pointerLeave(around, { pointerType: 'mouse' })
  expect(group('Promotions').getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(group('Promotions'))
  expect(group('Promotions').getAttribute('aria-expanded')).toBe('false')
})

it('leads to the event on another site in a tab of its own', () => {
  const link = screen.getByRole('link', { name: 'Event' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([EVENT, '_blank', 'noopener'])
})
