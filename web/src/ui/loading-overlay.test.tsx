import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '@/i18n'
import { Button } from './button'
import LoadingOverlay from './loading-overlay'
import { covered, coverPage } from './overlay'

beforeEach(async () => {
  await startTexts('en')
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const overlay = () => screen.queryByRole('dialog')

it('covers the page where work takes more than a moment, and is seen for at least a moment, when the page can be used already', async () => {
  render(<LoadingOverlay />)
  void covered(new Promise((done) => setTimeout(done, 150)))
  await later(500)
  expect(overlay()).toBeNull()
  void covered(new Promise((done) => setTimeout(done, 250)))
  await later(199)
  expect(overlay()).toBeNull()
  await later(10)
  expect(overlay()?.textContent).toBe('Please wait')
  fireEvent(overlay() as HTMLElement, new Event('cancel', { cancelable: true }))
  await later(100)
  expect(overlay(), 'the work is over: the page is no longer inert').toBeNull()
  screen.getByText('Please wait')
  await later(100)
  expect(screen.queryByText('Please wait'), 'it had just come').toBeNull()
})

it('says the reason that came last, until all are gone', async () => {
  render(<LoadingOverlay />)
  const first = coverPage('Logging in')
  const second = coverPage()
  await later(300)
  expect(overlay()?.textContent).toBe('Please wait')
  act(second)
  expect(overlay()?.textContent).toBe('Logging in')
  act(first)
  await later(300)
  expect(overlay()).toBeNull()
})

it('a button spins for at least a moment, and can be pressed again at once', async () => {
  const onClick = vi.fn()
  const button = (busy: boolean) => (
    <Button busy={busy} onClick={onClick}>
      Save
    </Button>
  )
  const { rerender, container } = render(button(true))
  fireEvent.click(screen.getByRole('button'))
  rerender(button(false))
  expect(container.querySelector('svg')).not.toBeNull()
  fireEvent.click(screen.getByRole('button'))
  expect(onClick).toHaveBeenCalledOnce()
  await later(200)
  expect(container.querySelector('svg')).toBeNull()
})
