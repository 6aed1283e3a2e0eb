// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from './generated'
import { apiFetch } from './fetch'
import { answerOf } from './problem'
import { session, useSession } from './session'

let answers: Response[] = []
const assign = vi.fn()
const ended = () => Response.json({ code: 'session_revoked', message: 'invalid sessions' }, { status: 401 })
const expired = () => Response.json({ code: 'token_expired', message: 'expired' }, { status: 401 })
const tokenOf = (id: number) => `h.${btoa(JSON.stringify({ sub: String(id) }))}.s`
const ask = () => apiFetch('http://localhost/api/cart/get-my-cart')

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answers.shift())
  vi.stubGlobal('location', { ...location, pathname: '/account/inbox', search: '?page=2', assign })
  session.start(tokenOf(1), { id: 1, synced: true } as Me)
})

afterEach(() => {
  session.end(false)
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

it('tries again with the token that was renewed while it was under way', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.headers.get('authorization'))
    if (sent.length === 1) session.start(`new${tokenOf(1)}`, { id: 1, synced: true } as Me)
    return sent.length === 1 ? expired() : Response.json({})
  })
  expect((await ask()).status).toBe(200)
  expect(sent).toEqual([`Bearer ${tokenOf(1)}`, `Bearer new${tokenOf(1)}`])
})

describe('a call that is answered when somebody else is here', () => {
  const sent: (string | null)[] = []
  let arrive: (given: Response) => void = () => {}
  /** Asks as the first person, and answers as soon as the next one is here. */
  async function late(answer: Response, next = 2) {
    sent.length = 0
    vi.stubGlobal('fetch', (request: Request | string) => {
      sent.push(typeof request === 'string' ? request : request.headers.get('authorization'))
      return new Promise((resolve) => (arrive = resolve))
    })
    const asked = ask()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    session.end()
    session.start(tokenOf(next), { id: next, synced: true } as Me)
    arrive(answer)
    return asked
  }

  it('is not repeated with their token', async () => {
    expect((await late(expired())).status).toBe(401)
    expect(sent).toEqual([`Bearer ${tokenOf(1)}`])
  })

  it.each([
    ['another person', 2],
    ['the same person, anew,', 1],
  ])('does not sign %s out', async (_, next) => {
    await late(ended(), next)
    expect(useSession.getState().me?.id).toBe(next)
    expect(assign).not.toHaveBeenCalled()
  })

  it('does not ask them for the terms', async () => {
    await late(Response.json({ code: 'terms_required' }, { status: 403 }))
    expect(useSession.getState().me?.synced).toBe(true)
  })

  it('is not shown to them', async () => {
    let hear: (given: { data: string; response: Response }) => void = () => {}
    const order = () => answerOf(new Promise<{ data: string; response: Response }>((resolve) => (hear = resolve)))
    const first = order()
    session.start(tokenOf(2), { id: 2 } as Me)
    hear({ data: 'an order', response: new Response() })
    await expect(first).rejects.toMatchObject({ code: 'gone' })
    session.end(false)
    const visitors = order()
    session.start(tokenOf(2), { id: 2 } as Me)
    hear({ data: 'everybody’s', response: new Response() })
    await expect(visitors).resolves.toBe('everybody’s')
  })
})

it('does not repeat what is about the session itself', async () => {
  answers = [Response.json({ code: 'login_rejected' }, { status: 401 })]
  expect((await apiFetch('http://localhost/api/oauth/sessions', { method: 'POST' })).status).toBe(401)
  expect(answers).toEqual([])
  expect(useSession.getState().me?.id).toBe(1)
})

it('asks for the terms anew when they have changed', async () => {
  answers = [Response.json({ code: 'terms_required' }, { status: 403 })]
  await ask()
  expect(useSession.getState().me?.synced).toBe(false)
})
