import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { queries } from '@/api/queries'
import { session, useSession } from '@/api/session'
import { clearAlert, useAlert } from '@/ui/alert'
import { useVisitorCart } from '@/features/cart/visitor'
import { startTexts, texts } from '@/i18n'
import { visitorLine } from '@/testing/cart'
import { useSignOut } from './use-sign-out'
import '@/pages/frames/personal-data'

// The home page does not come.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => new Promise(() => {}),
}))

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  accountLogout: async () => ({ error: {}, response: new Response(null, { status: 503 }) }),
}))

const stored = vi.hoisted(() => ({ countStored: vi.fn(async () => 2), forgetStored: vi.fn(async () => undefined) }))
vi.mock('@/features/messages/stored', () => stored)

beforeAll(async () => {
  await startTexts('en')
  await texts('account')()
})

it('leaves nothing behind that was refused to the person, and says what the server has not confirmed', async () => {
  vi.useFakeTimers()
  session.start('token', { id: 1 } as Me)
  const refused = { ...visitorLine(1), whose: 1, leftOut: 'product_withdrawn' as const }
  const others = [{ ...visitorLine(2), whose: 1 }, { ...refused, whose: 2 }, visitorLine(3)]
  useVisitorCart.setState({ lines: [refused, ...others] })
  const { result } = renderHook(() => useSignOut(), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  await act(async () => {
    result.current.confirmSignOut()
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(useAlert.getState().alert?.message).toContain('2 messages that were not sent yet will be deleted.')
  expect(stored.forgetStored).not.toHaveBeenCalled()
  const sure = useAlert.getState().alert?.buttons?.at(-1)
  clearAlert()
  await act(async () => {
    sure?.action?.()
    await vi.advanceTimersByTimeAsync(3000)
  })
  expect(useSession.getState().status).toBe('guest')
  expect(stored.forgetStored).toHaveBeenCalledWith(1)
  expect(useVisitorCart.getState().lines).toEqual(others)
  expect(useAlert.getState().alert?.title).toBe('The server has not confirmed the logout')
  vi.useRealTimers()
})
