import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from './generated'
import { apiFetch } from './fetch'
import { signedIn, signedOut, useSession } from './session'

let answers: Response[] = []
const assign = vi.fn()
const ended = () => Response.json({ code: 'session_revoked', message: 'invalid sessions' }, { status: 401 })
const expired = () => Response.json({ code: 'token_expired', message: 'expired' }, { status: 401 })
const tokenOf = (id: number) => `h.${btoa(JSON.stringify({ sub: String(id) }))}.s`
const ask = () => apiFetch('http://localhost/api/cart/get-my-cart')

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answers.shift())
  vi.stubGlobal('location', { ...location, pathname: '/account/inbox', search: '?page=2', assign })
  signedIn(tokenOf(1), { id: 1, synced: true } as Me)
})

afterEach(() => {
  signedOut(false)
  assign.mockClear()
  vi.unstubAllGlobals()
})

const LOGIN = '/auth/login?returnTo=%2Faccount%2Finbox%3Fpage%3D2&ended=true'

it('leads to the login page, which says why and leads back, when the session has ended', async () => {
  answers = [ended()]
  await ask()
  expect(assign.mock.calls).toEqual([[LOGIN]])
  expect(useSession.getState().status).toBe('guest')
})

it('does so too when the second try says it', async () => {
  answers = [expired(), Response.json({ accessToken: tokenOf(1) }), ended()]
  expect((await ask()).status).toBe(401)
  expect(assign.mock.calls).toEqual([[LOGIN]])
})

it('does not send for one person with the token of another', async () => {
  answers = [expired(), Response.json({ accessToken: tokenOf(2) }), Response.json({ id: 2 })]
  expect((await ask()).status).toBe(401)
  await vi.waitFor(() => expect(useSession.getState().me?.id).toBe(2))
  expect(answers).toEqual([])
})

it('asks for the terms anew when they have changed', async () => {
  answers = [Response.json({ code: 'terms_required' }, { status: 403 })]
  await ask()
  expect(useSession.getState().me?.synced).toBe(false)
})
