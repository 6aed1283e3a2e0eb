import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { ApiProblem } from '@/api/problem'
import { startTexts } from '@/i18n'
import { QueryError } from './query-error'

const problem = { status: 404, code: 'order_not_found', message: 'There is no such order', params: {} } as ApiProblem

beforeAll(() => startTexts('th'))

it('is the page’s heading where it stands for the whole page, and a sentence within one', () => {
  const { unmount } = render(<QueryError page problem={problem} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('There is no such order')
  unmount()
  render(<QueryError problem={problem} />)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByText('There is no such order')).toBeTruthy()
})

it('asks to log in again where the message is a word for programs', () => {
  render(<QueryError problem={{ status: 401, code: 'session_revoked', message: 'invalid sessions', params: {} } as ApiProblem} />)
  expect(screen.getByText('กรุณาเข้าสู่ระบบอีกครั้ง')).toBeTruthy()
})
