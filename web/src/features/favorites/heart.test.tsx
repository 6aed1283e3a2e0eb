import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Me } from '@/api/generated'
import { useSession } from '@/api/session'
import { startTexts } from '@/i18n'
import HeartButton from './heart'

const { session, toggle, navigate } = vi.hoisted(() => {
  const session = { restore: () => {}, ready: Promise.resolve() }
  session.ready = new Promise((resolve) => {
    session.restore = resolve
  })
  return { session, toggle: vi.fn(), navigate: vi.fn() }
})
vi.mock('@/api/session', async (original) => {
  const actual = await original<typeof import('@/api/session')>()
  return { ...actual, session: { ...actual.session, ready: () => session.ready } }
})
vi.mock('./favorites', () => ({ useFavorite: () => ({ liked: false, toggle }) }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
  useRouterState: () => '/games/free-fire',
}))

beforeAll(() => startTexts('en'))

it('keeps a tap that comes before the session has been restored', async () => {
  render(<HeartButton game={{ id: 3, name: { th: 'เกม', en: 'Game' } }} />)
  fireEvent.click(screen.getByRole('button'))
  expect(toggle).not.toHaveBeenCalled()
  useSession.setState({ status: 'member', me: { id: 1 } as Me, token: undefined })
  session.restore()
  await vi.waitFor(() => expect(toggle).toHaveBeenCalledOnce())
  expect(navigate).not.toHaveBeenCalled()
})
