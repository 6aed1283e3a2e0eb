import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '@/i18n'
import { type Alert, clearAlert, showAlert } from './alert'
import { AlertDialog } from './alert-dialog'

beforeAll(() => startTexts('en'))
beforeEach(() => {
  clearAlert()
  render(<AlertDialog />)
})

const show = (alert: Partial<Alert>) => act(() => showAlert({ title: 'Done', message: 'It has been sent.', ...alert }))
const dialog = () => screen.getByRole('dialog', { name: 'Done' })
const width = () => dialog().style.maxWidth

it('has a name, an explanation, a width, and a button that closes it', () => {
  const onClose = vi.fn()
  show({ onClose })
  expect(document.getElementById(dialog().getAttribute('aria-describedby') ?? '')?.textContent).toBe('It has been sent.')
  expect(width()).toBe('450px')
  show({ onClose, width: 600, titleColor: 'red' })
  expect(width()).toBe('600px')
  expect(screen.getByText('Done').className).toBe('text-red')
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onClose).toHaveBeenCalledOnce()
})

it('is closed by Escape, and before the action of a button begins', () => {
  const onClose = vi.fn()
  show({ onClose })
  fireEvent(dialog(), new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledOnce()
  const action = vi.fn(() => expect(screen.queryByRole('dialog')).toBeNull())
  show({ buttons: [{ name: 'Cancel' }, { name: 'Leave', look: 'danger', action: () => setTimeout(action) }] })
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  vi.runAllTimers()
  vi.useRealTimers()
  expect(action).toHaveBeenCalledOnce()
})

it('shows links by their names in a tab of their own', () => {
  show({ links: [{ href: 'https://a.example/', name: 'More' }, { href: 'https://b.example/' }] })
  const links = within(dialog()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('rel')])).toEqual([
    ['More', 'noopener'],
    ['https://b.example/', 'noopener'],
  ])
})

it('shows HTML without what could do harm', async () => {
  const html = `<p>Read <a href="https://a.example/" onclick="x()">this</a> <a href="javascript:alert(1)">or that</a></p>
    <script>alert(1)</script><img src="x" onerror="alert(1)"><iframe src="https://a.example"></iframe><ul><li style="color:red">one</li></ul>`
  show({ html })
  await waitFor(() => expect(dialog().querySelector('li')).not.toBeNull())
  expect(dialog().querySelector('script, img, iframe, [onclick], [style*=color]')).toBeNull()
  expect(screen.getByText('this').outerHTML).toBe('<a href="https://a.example/" target="_blank" rel="noopener nofollow">this</a>')
  expect(screen.getByText('or that').getAttribute('href')).toBeNull()
})
