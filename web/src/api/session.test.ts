// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockCookie } from '@/testing/locks'
import type { Me } from './generated'
import { forgetPersonal, queries, takeAnswers } from './queries'
import { createSession, type Session } from './session'
import { beforeNextTry } from './try-again'

let session: Session
let otherTab: BroadcastChannel

const keys: string[] = []
let answers: (Response | Error | Promise<Response>)[] = []
const calls: string[] = []
const { channels, TabChannel } = vi.hoisted(() => {
  const channels: BroadcastChannel[] = []
  class TabChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.push(this)
    }
    // Nor says anything in it.
    override postMessage(news: unknown) {
      if (channels.includes(this)) super.postMessage(news)
    }
  }
  vi.stubGlobal('BroadcastChannel', TabChannel)
  return { channels, TabChannel }
})

/** A page loaded earlier must not hear the next one's messages. */
function closeChannels() {
  for (const channel of channels.splice(0)) channel.close()
}

// As on a page that was just loaded.
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  keys.length = 0
  calls.length = 0
  answers = []
  vi.stubGlobal('fetch', async (path: string, request: { headers: Record<string, string> }) => {
    calls.push(path)
    if (path.endsWith('refresh-token')) keys.push(request.headers['idempotency-key'] ?? '')
    const answer = answers.shift()
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error('not expected')
    return answer
  })
  vi.stubGlobal('BroadcastChannel', TabChannel)
  closeChannels()
  queries.clear()
  session = createSession()
  session.onUserChange(forgetPersonal)
  otherTab = new BroadcastChannel('manao.session')
})

afterEach(() => {
  closeChannels()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const person = (id: number) => ({ id, displayName: `person ${id}` }) as Me
const tokenOf = (id: number, mark = '') => `${mark}h.${btoa(JSON.stringify({ sub: String(id), exp: 4_000_000_000 }))}.s`
const renewed = (token: string) => Response.json({ accessToken: token, expiresIn: 900 })
const state = () => session.store.getState()

test('a refresh whose answer was lost is the same request again, an answered one is not', async () => {
  const { refresh } = session
  session.start(tokenOf(1), person(1))
  const [one, two] = [tokenOf(1, 'one'), tokenOf(1, 'two')]
  const refused = (status: number) => new Response('', { status })
  answers = [new TypeError('the page went away'), refused(503), refused(429), renewed(one), renewed(two)]
  await expect(refresh()).rejects.toThrow('the page went away')
  await expect(refresh()).rejects.toThrow('503')
  await expect(refresh()).rejects.toThrow('429')
  await expect(refresh()).resolves.toBe(one)
  await expect(refresh()).resolves.toBe(two)
  expect(state().token).toBe(two)
  expect(keys[0]).toMatch(/^.{16,}$/)
  expect(keys.slice(1, 4)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[4]).not.toBe(keys[0])
})

test('a session that is over leaves no key behind', async () => {
  answers = [new Response('{}', { status: 401 }), renewed('one')]
  await expect(session.refresh()).resolves.toBeUndefined()
  expect(state().status).toBe('guest')
  await session.refresh()
  expect(keys[1]).not.toBe(keys[0])
})

test('what was begun outlives a session that ends, not a person who leaves', async () => {
  sessionStorage.setItem('manao.profileDraft.7', '{}')
  session.end()
  expect(sessionStorage).toHaveLength(1)
  session.signOut()
  expect(sessionStorage).toHaveLength(0)
  sessionStorage.setItem('manao.number', '0812345678')
  otherTab.postMessage('left')
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('what was answered to a person goes with them, in every tab; the catalogue stays', async () => {
  const fill = () => {
    queries.setQueryData(['profile', 'th'], { idCardNumber: '6260181590830' })
    queries.setQueryData(['cart'], { count: 2 })
    takeAnswers([{ key: ['ConfigQuery', {}], data: { appConfig: {} } }])
  }
  const kept = () =>
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0])
  session.start(tokenOf(1), person(1))
  fill()
  session.end()
  expect(kept()).toEqual(['ConfigQuery'])
  session.start(tokenOf(1), person(1))
  fill()
  otherTab.postMessage('left')
  await vi.waitFor(() => expect(kept()).toEqual(['ConfigQuery']))
})

test('who signs in after somebody else finds nothing of what they had begun; the same person finds it again', () => {
  session.start(tokenOf(1), person(1))
  sessionStorage.setItem('manao.profileDraft.1', '{}')
  session.end()
  session.start(tokenOf(1), person(1))
  expect(sessionStorage.getItem('manao.profileDraft.1')).toBe('{}')
  session.end()
  session.start(tokenOf(2), person(2))
  expect(sessionStorage.getItem('manao.profileDraft.1')).toBeNull()
})

test('a renewed token that is another person’s changes who is here, and nothing is sent with it for the one before', async () => {
  session.start(tokenOf(1), person(1))
  queries.setQueryData(['cart'], { count: 2 })
  answers = [renewed(tokenOf(2)), Response.json(person(2))]
  await expect(session.refresh()).resolves.toBeUndefined()
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'member', me: { id: 2 }, token: tokenOf(2) }))
  expect(queries.getQueryData(['cart'])).toBeUndefined()
})

test('signing in is told to the other tabs, and heard from them', async () => {
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  session.end(false)
  otherTab.postMessage({ token: tokenOf(1), me: person(1) })
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'member', me: { id: 1 } }))
  queries.setQueryData(['cart'], { count: 2 })
  otherTab.postMessage({ token: tokenOf(2), me: person(2) })
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'member', me: { id: 2 }, token: tokenOf(2) }))
  expect(queries.getQueryData(['cart'])).toBeUndefined()
  // The end of the session before is not the end of this one.
  otherTab.postMessage({ over: 1 })
  otherTab.postMessage({ token: tokenOf(2, 'new'), me: person(2) })
  await vi.waitFor(() => expect(state().token).toBe(tokenOf(2, 'new')))
  expect(heard).toEqual([])
  session.start(tokenOf(3), person(3))
  await vi.waitFor(() => expect(heard).toEqual([{ token: tokenOf(3), me: person(3) }]))
})

test.each([429, 500, 503, 0])('a server that answers %i at the start has not said that nobody is here', async (status) => {
  localStorage.setItem('manao.signedIn', '1')
  const trouble = () => (status === 0 ? new TypeError('offline') : new Response('{}', { status }))
  answers = [trouble(), renewed(tokenOf(1)), trouble(), renewed(tokenOf(1)), Response.json(person(1))]
  // However slow this machine is: no wait is over but by the network.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await session.ready()
  expect(state()).toMatchObject({ status: 'unknown', unsure: true })
  expect(localStorage.getItem('manao.signedIn')).toBe('1')
  // The network is back: no waiting. The first time it does not last.
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(state().status).toBe('unknown')
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(state()).toMatchObject({ status: 'member', me: { id: 1 } })
  })
  expect(state().unsure).toBeUndefined()
})

test('waits longer from try to try where the network is there', async () => {
  vi.useFakeTimers()
  for (const [attempt, most] of [
    [0, 1000],
    [3, 8000],
    [20, 30_000],
  ] as const) {
    let over = false
    void beforeNextTry(attempt).then(() => (over = true))
    await vi.advanceTimersByTimeAsync(most * 0.7)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(most * 0.3)
    expect(over).toBe(true)
  }
})

test('a refused cookie says it: nobody is here', async () => {
  localStorage.setItem('manao.signedIn', '1')
  answers = [new Response('{}', { status: 401 })]
  await session.ready()
  expect(state().status).toBe('guest')
  expect(session.hint()).toBe('ended')
})

test('who has left without the server knowing is not signed in again by the cookie', async () => {
  session.start(tokenOf(1), person(1))
  session.signOut(false)
  expect(session.isSignOutPending()).toBe(true)
  await session.ready()
  expect(state().status).toBe('guest')
  expect(calls).toEqual([])
  expect(session.isSignOutPending()).toBe(true)
})

/** An answer that is on its way. */
function pending() {
  let arrive: (given: Response) => void = () => {}
  const answer = new Promise<Response>((resolve) => (arrive = resolve))
  return { answer, arrive }
}

test.each(['the refresh', 'who it is'])('who leaves while %s is asked does not come back by the answer, in any tab', async (what) => {
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  localStorage.setItem('manao.signedIn', '1')
  const { answer, arrive } = pending()
  answers = what === 'the refresh' ? [answer] : [renewed(tokenOf(1)), answer]
  const known = session.ready()
  await vi.waitFor(() => expect(answers).toEqual([]))
  // Another tab: its message is still on its way.
  localStorage.setItem('manao.signedIn', 'leaving')
  arrive(what === 'the refresh' ? renewed(tokenOf(1)) : Response.json(person(1)))
  await known
  expect(state()).toMatchObject({ me: undefined, token: undefined })
  expect(calls).toHaveLength(what === 'the refresh' ? 1 : 2)
  expect(session.isSignOutPending()).toBe(true)
  otherTab.postMessage('left')
  await vi.waitFor(() => expect(state().status).toBe('guest'))
  expect(heard.filter((news) => Object(news).me)).toEqual([])
})

test('a token that comes after its person has left is nobody’s', async () => {
  session.start(tokenOf(1), person(1))
  const { answer, arrive } = pending()
  answers = [answer]
  const refreshed = session.refresh()
  await vi.waitFor(() => expect(answers).toEqual([]))
  session.signOut()
  expect(session.hint(), 'no session that ended by itself').toBeNull()
  arrive(renewed(tokenOf(1, 'new')))
  await expect(refreshed).resolves.toBeUndefined()
  expect(state()).toMatchObject({ status: 'guest', token: undefined })
})

test('the next person does not wait for the token of the one before', async () => {
  session.start(tokenOf(1), person(1))
  const { answer, arrive } = pending()
  answers = [answer, renewed(tokenOf(2, 'new'))]
  const old = session.refresh()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  session.start(tokenOf(2), person(2))
  await expect(session.refresh()).resolves.toBe(tokenOf(2, 'new'))
  arrive(renewed(tokenOf(1, 'new')))
  await expect(old).resolves.toBeUndefined()
  expect(state()).toMatchObject({ me: { id: 2 }, token: tokenOf(2, 'new') })
})

test('nothing is refreshed for somebody who left while another tab had the cookie, or is leaving in another tab', async () => {
  const free = lockCookie()
  session.start(tokenOf(1), person(1))
  const refreshed = session.refresh()
  session.signOut()
  free()
  await expect(refreshed).resolves.toBeUndefined()
  session.start(tokenOf(1), person(1))
  localStorage.setItem('manao.signedIn', 'leaving')
  await expect(session.refresh()).resolves.toBeUndefined()
  expect(calls).toEqual([])
})

describe('while another tab has the cookie', () => {
  let free: () => void
  let refreshed: Promise<string | undefined>
  beforeEach(() => {
    free = lockCookie()
    session.start(tokenOf(1), person(1))
    refreshed = session.refresh()
  })

  test('its token is taken, however late it is heard', async () => {
    free()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await vi.advanceTimersByTimeAsync(2900)
    otherTab.postMessage({ token: tokenOf(1, 'new') })
    otherTab.postMessage('done')
    await expect(refreshed).resolves.toBe(tokenOf(1, 'new'))
    expect(calls).toEqual([])
  })

  test('a word that nothing came of it is enough', async () => {
    answers = [renewed(tokenOf(1, 'new'))]
    otherTab.postMessage('done')
    free()
    await expect(refreshed).resolves.toBe(tokenOf(1, 'new'))
  })

  test('a tab that is closed says nothing, and is not waited for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answers = [renewed(tokenOf(1, 'new'))]
    free()
    await vi.advanceTimersByTimeAsync(2900)
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await expect(refreshed).resolves.toBe(tokenOf(1, 'new'))
  })
})

test('what was refused with a token of before is asked again with the one of now', async () => {
  session.start(tokenOf(1), person(1))
  session.start(tokenOf(1, 'new'), person(1))
  await expect(session.refresh(tokenOf(1))).resolves.toBe(tokenOf(1, 'new'))
  expect(calls).toEqual([])
})

test('one tab after the other has the cookie, and says when it is done with it', async () => {
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  session.start(tokenOf(1), person(1))
  const { answer, arrive } = pending()
  answers = [answer, renewed(tokenOf(1, 'two'))]
  lockCookie()()
  const first = session.refresh()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const second = session.withCookieLock(async () => calls.length)
  arrive(renewed(tokenOf(1, 'one')))
  await expect(first).resolves.toBe(tokenOf(1, 'one'))
  await expect(second).resolves.toBe(1)
  await vi.waitFor(() => expect(heard).toEqual([{ token: tokenOf(1), me: person(1) }, { token: tokenOf(1, 'one') }, 'done', 'done']))
})
