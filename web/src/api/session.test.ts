import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { left, refresh, signedOut, useSession } from './session'

const keys: string[] = []
let answers: (Response | Error)[] = []

beforeEach(() => {
  localStorage.clear()
  keys.length = 0
  vi.stubGlobal('fetch', async (_: string, request: { headers: Record<string, string> }) => {
    keys.push(request.headers['idempotency-key'] ?? '')
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer ?? new Error('not expected')
  })
})

afterEach(() => vi.unstubAllGlobals())

const token = (text: string) => Response.json({ accessToken: text, expiresIn: 900 })

test('a refresh whose answer was lost is the same request again, an answered one is not', async () => {
  answers = [new TypeError('the page went away'), new Response('', { status: 503 }), token('one'), token('two')]
  await expect(refresh()).rejects.toThrow('the page went away')
  await expect(refresh()).resolves.toBeUndefined()
  await expect(refresh()).resolves.toBe('one')
  await expect(refresh()).resolves.toBe('two')
  expect(useSession.getState().token).toBe('two')
  expect(keys[0]).toMatch(/^.{16,}$/)
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
})

test('a session that is over leaves no key behind', async () => {
  answers = [new Response('{}', { status: 401 }), token('one')]
  await expect(refresh()).resolves.toBeUndefined()
  expect(useSession.getState().status).toBe('guest')
  await refresh()
  expect(keys[1]).not.toBe(keys[0])
})

test('what was begun outlives a session that ends, not a person who leaves', async () => {
  sessionStorage.setItem('manao.profileDraft.7', '{}')
  signedOut()
  expect(sessionStorage).toHaveLength(1)
  left()
  expect(sessionStorage).toHaveLength(0)
  const otherTab = new BroadcastChannel('manao.session')
  sessionStorage.setItem('manao.number', '0812345678')
  otherTab.postMessage('left')
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
  otherTab.close()
})
