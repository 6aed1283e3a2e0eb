import { beforeEach, expect, it, vi } from 'vitest'
import { left, leftUnconfirmed } from '@/api/session'
import { finishLeaving } from './leaving'

let answers: number[] = []
let asked = 0

vi.mock('@/api/generated', () => ({
  logout: async () => {
    asked += 1
    const status = answers.shift() ?? 200
    if (status === 0) throw new TypeError('offline')
    return { data: {}, response: Response.json({}, { status }) }
  },
}))

beforeEach(() => {
  localStorage.clear()
  asked = 0
})

it('goes on telling the server until it has heard it, and says when that is late', async () => {
  answers = [0, 503, 429, 200]
  left(false)
  const late = vi.fn()
  const leaving = finishLeaving(late)
  await vi.waitFor(() => expect(late).toHaveBeenCalled())
  expect(leftUnconfirmed()).toBe(true)
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(asked).toBe(4)
  })
  await expect(leaving).resolves.toBe(true)
  expect(leftUnconfirmed()).toBe(false)
  expect(late).toHaveBeenCalledTimes(1)
})

it.each([200, 401])('is over at once with %i', async (status) => {
  answers = [status]
  left(false)
  const late = vi.fn()
  await expect(finishLeaving(late)).resolves.toBe(true)
  expect(late).not.toHaveBeenCalled()
  expect(leftUnconfirmed()).toBe(false)
})

it('stops when somebody signs in meanwhile: theirs is another session', async () => {
  answers = [0]
  left(false)
  const leaving = finishLeaving()
  await vi.waitFor(() => expect(asked).toBe(1))
  localStorage.setItem('manao.signedIn', '1')
  const over = vi.fn()
  void leaving.then(over)
  // It listens for the network a moment after it has asked.
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(over).toHaveBeenCalled()
  })
  await expect(leaving).resolves.toBe(false)
  expect(asked).toBe(1)
})
