// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { toast } from './toast'

const said = vi.hoisted(() => vi.fn())
vi.mock('./toaster', () => ({ sonner: Object.assign(said, { error: said, success: said }) }))

const screen = (width: number) => {
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('matchMedia', () => ({ matches: width < 960 }))
}

/** A button that was just pressed, so many pixels from the top. */
function pressed(top: number) {
  const button = document.body.appendChild(document.createElement('button'))
  button.getBoundingClientRect = () => ({ top, bottom: top + 44 }) as DOMRect
  button.focus()
}

const placed = () => said.mock.lastCall?.[1].position

beforeEach(() => {
  document.body.innerHTML = ''
})

it('stands under the header on a phone, and at the foot of a wide page', async () => {
  screen(390)
  await toast('saved')
  expect(placed()).toBe('top-center')
  screen(1280)
  await toast('saved')
  expect(placed()).toBe('bottom-center')
})

it('never lies over what was just touched', async () => {
  screen(390)
  pressed(90)
  await toast('saved')
  expect(placed()).toBe('bottom-center')
  screen(1280)
  pressed(740)
  await toast('saved')
  expect(placed()).toBe('top-center')
})

it('gives time to take something back', async () => {
  screen(390)
  await toast('deleted', { action: { label: 'Undo', onClick: () => {} } })
  expect(said.mock.lastCall?.[1].duration).toBe(10_000)
})
