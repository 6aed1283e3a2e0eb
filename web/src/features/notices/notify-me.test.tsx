import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { startTexts, texts } from '@/i18n'
import th from '@/i18n/th/notices'
import NotifyMe from './notify-me'

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  inboxNoticeSettings: async () => ({ data: { push: true, mail: 'off', publicKey: 'AQID', subscriptions: [] }, response: new Response() }),
}))

const asked = vi.fn(async () => 'denied')
const browser = { permission: 'default', requestPermission: asked }

beforeAll(async () => {
  useSession.setState({ status: 'member', token: 't', me: { id: 1 } as Me })
  await startTexts('th')
  await texts('notices')()
})
beforeEach(() => {
  cleanup()
  localStorage.clear()
  asked.mockClear()
  browser.permission = 'default'
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', browser)
})

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <NotifyMe />
    </QueryClientProvider>,
  )
const offer = () => screen.queryByRole('button', { name: th.offer.turnOn })

test('the browser asks upon a press only, and who refuses there is not asked again', async () => {
  show()
  expect(asked).not.toHaveBeenCalled()
  fireEvent.click(offer() ?? document.body)
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  browser.permission = 'denied'
  act(() => void dispatchEvent(new Event('focus')))
  expect(offer()).toBeNull()
})

test('who does not want it is not offered it again', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: th.offer.dismiss }))
  expect(offer()).toBeNull()
  cleanup()
  show()
  expect(offer()).toBeNull()
})

test('nothing is offered where it is on already', () => {
  browser.permission = 'granted'
  localStorage.setItem('manao.push', JSON.stringify({ user: 1, session: '', day: '' }))
  show()
  expect(offer()).toBeNull()
})
