// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuthSession, SignedOut } from '@/api/generated'
import { session } from '@/api/session'
import { clearAlert, useAlert } from '@/ui/alert'
import { startTexts } from '@/i18n'
import { lockCookie } from '@/testing/locks'
import { requestSession } from './sign-in'
import { finishSignOut } from './finish-sign-out'

let answers: (number | Promise<number>)[] = []
let asked = 0
let signedOut: SignedOut = { providerStays: false }

vi.mock('@/api/generated', async (original) => ({
  ...(await original<object>()),
  accountLogout: async () => {
    asked += 1
    const status = (await answers.shift()) ?? 200
    if (status === 0) throw new TypeError('offline')
    return { data: signedOut, response: Response.json({}, { status }) }
  },
}))

afterEach(() => vi.unstubAllGlobals())

beforeEach(() => {
  localStorage.clear()
  asked = 0
})

it('goes on telling the server until it has heard it, and says when that is late', async () => {
  answers = [0, 503, 429, 200]
  session.signOut(false)
  const late = vi.fn()
  const leaving = finishSignOut(late)
  await vi.waitFor(() => expect(late).toHaveBeenCalled())
  expect(session.isSignOutPending()).toBe(true)
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(asked).toBe(4)
  })
  await expect(leaving).resolves.toBe(true)
  expect(session.isSignOutPending()).toBe(false)
  expect(late).toHaveBeenCalledTimes(1)
})

it.each([200, 401])('is over at once with %i', async (status) => {
  answers = [status]
  session.signOut(false)
  const late = vi.fn()
  await expect(finishSignOut(late)).resolves.toBe(true)
  expect(late).not.toHaveBeenCalled()
  expect(session.isSignOutPending()).toBe(false)
})

it('leads over the login provider, or says that one stays logged in there', async () => {
  await startTexts('en')
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  session.signOut(false)
  signedOut = { providerUrl: 'https://login.example/out', providerStays: false }
  await expect(finishSignOut()).resolves.toBe(true)
  expect(assign.mock.calls).toEqual([['https://login.example/out']])
  expect(useAlert.getState().alert).toBeUndefined()

  session.signOut(false)
  signedOut = { providerStays: true }
  await expect(finishSignOut()).resolves.toBe(true)
  expect(assign).toHaveBeenCalledTimes(1)
  expect(useAlert.getState().alert?.title).toBe('Still logged in at AIS')
  expect(localStorage.getItem('manao.signedIn'), 'the provider is asked to ask').toBe('ended')
  clearAlert()
  signedOut = { providerStays: false }
})

it('stops when somebody signs in meanwhile: theirs is another session', async () => {
  answers = [0]
  session.signOut(false)
  const leaving = finishSignOut()
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

const signedIn = { accessToken: 'token', user: { id: 2 } } as AuthSession

it('says nothing of somebody who has signed in since one looked', async () => {
  session.signOut(false)
  localStorage.setItem('manao.signedIn', '1')
  await expect(finishSignOut()).resolves.toBe(false)
  expect(asked).toBe(0)
})

it('has heard it when another tab was told', async () => {
  answers = [0]
  session.signOut(false)
  const leaving = finishSignOut()
  await vi.waitFor(() => expect(asked).toBe(1))
  localStorage.removeItem('manao.signedIn')
  await vi.waitFor(() => window.dispatchEvent(new Event('online')))
  await expect(leaving).resolves.toBe(true)
  expect(asked).toBe(1)
})

it('tells of a second person at once, while the first one is still to be told of', async () => {
  answers = [0, 0, 200]
  session.signOut(false)
  const first = finishSignOut()
  await vi.waitFor(() => expect(asked).toBe(1))
  session.start(signedIn.accessToken, signedIn.user)
  session.signOut(false)
  const late = vi.fn()
  const second = finishSignOut(late)
  await vi.waitFor(() => expect(late).toHaveBeenCalled())
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(asked).toBe(3)
  })
  await expect(second).resolves.toBe(true)
  await expect(first).resolves.toBe(false)
})

it('is done before somebody comes in, and not with their cookie', async () => {
  lockCookie()()
  let answer: (given: number) => void = () => {}
  answers = [new Promise((resolve) => (answer = resolve))]
  session.signOut(false)
  const leaving = finishSignOut()
  await vi.waitFor(() => expect(asked).toBe(1))
  const call = vi.fn(async () => signedIn)
  const coming = requestSession(call)
  const again = finishSignOut()
  answer(503)
  await expect(coming).resolves.toBe(signedIn)
  expect(call).toHaveBeenCalledTimes(1)
  await expect(again).resolves.toBe(false)
  await vi.waitFor(() => window.dispatchEvent(new Event('online')))
  await expect(leaving).resolves.toBe(false)
  expect(asked).toBe(1)
})

it('lets somebody in only when the call under way is over', async () => {
  lockCookie()()
  let answer: (given: number) => void = () => {}
  answers = [new Promise((resolve) => (answer = resolve))]
  session.signOut(false)
  const leaving = finishSignOut()
  await vi.waitFor(() => expect(asked).toBe(1))
  const order: string[] = []
  const coming = requestSession(async () => {
    order.push('in')
    return signedIn
  })
  void leaving.then(() => order.push('out'))
  answer(200)
  await Promise.all([leaving, coming])
  expect(order).toEqual(['out', 'in'])
})
