import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Prose } from './prose'

const navigate = vi.fn()
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate }) }))

beforeEach(() => navigate.mockClear())

/** Clicks the link of that address; returns whether it was left to the browser. */
function click(href: string, init?: object): boolean {
  const { unmount } = render(<Prose html={`<p><a href="${href}"><b>go</b></a></p>`} />)
  // jsdom cannot open another page.
  const stop = (event: Event) => event.preventDefault()
  let left = false
  const note = (event: Event) => {
    left = !event.defaultPrevented
    stop(event)
  }
  document.addEventListener('click', note)
  fireEvent.click(screen.getByText('go'), init)
  document.removeEventListener('click', note)
  unmount()
  return left
}

it('opens pages of this site by the router, without the language', () => {
  expect(click('/en/manual/ign#find')).toBe(false)
  expect(navigate).toHaveBeenLastCalledWith({ to: '/manual/ign', search: {}, hash: 'find' })
  expect(click('/games/rov?product=3')).toBe(false)
  expect(navigate).toHaveBeenLastCalledWith({ to: '/games/rov', search: { product: '3' } })
})

it('leaves everything else to the browser', () => {
  for (const href of ['#find', 'https://example.com/games', 'mailto:help@example.com', '/content/pictures/room.th.webp', '/api/health'])
    expect(click(href), href).toBe(true)
  expect(click('/games', { ctrlKey: true }), 'a new tab').toBe(true)
  expect(navigate).not.toHaveBeenCalled()
})
