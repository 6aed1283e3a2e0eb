import { create } from 'zustand'
import { sessionChanged } from '@/live'
import type { Me } from './generated'

/**
 * Who is signed in here. The access token lives in memory only; the refresh token is a cookie that no script can read, and
 * this flag merely says that asking for a new access token is worth a call.
 */
const HINT = 'manao.signedIn'
const LOCK = 'manao.refresh'
const KEY = 'manao.refreshKey'

interface Session {
  status: 'unknown' | 'guest' | 'member'
  me: Me | undefined
  token: string | undefined
}

export const useSession = create<Session>(() => ({ status: 'unknown', me: undefined, token: undefined }))

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('manao.session')

function remember(signedIn: boolean) {
  try {
    if (signedIn) localStorage.setItem(HINT, '1')
    else localStorage.removeItem(HINT)
  } catch {
    // Storage may be refused; then each page load asks once.
  }
}

export function signedIn(token: string, me: Me): void {
  useSession.setState({ status: 'member', me, token })
  remember(true)
  sessionChanged()
}

export function signedOut(tellOthers = true): void {
  const was = useSession.getState().status
  useSession.setState({ status: 'guest', me: undefined, token: undefined })
  remember(false)
  if (was === 'member') sessionChanged()
  if (tellOthers) channel?.postMessage('signed-out')
}

/** The person has left on purpose: no tab keeps what they had begun (a typed number, a profile half edited), as it does when a session just ends. */
export function left(): void {
  signedOut(false)
  forgetBegun()
  channel?.postMessage('left')
}

function forgetBegun() {
  try {
    sessionStorage.clear()
  } catch {
    // Refused storage holds nothing.
  }
}

/** What tabs tell each other: that the session is over, that the person has left, or the token that one of them was given. */
channel?.addEventListener('message', ({ data }: MessageEvent<'signed-out' | 'left' | { token: string }>) => {
  if (data === 'left') forgetBegun()
  if (data === 'signed-out' || data === 'left') signedOut(false)
  else if (claimsOf(data.token).sub === String(useSession.getState().me?.id)) useSession.setState({ token: data.token })
})

/** The lock is held a moment longer, so that a tab which waits for it has heard of the token. */
const HANDOVER_MS = 50

let running: Promise<string | undefined> | undefined

/**
 * A new access token by the refresh cookie: one call at a time, and one for all tabs that want it at the same moment. Nothing when the session
 * is over.
 */
export function refresh(): Promise<string | undefined> {
  const old = useSession.getState().token
  running ??= new Promise<string | undefined>((resolve, reject) => {
    const work = async () => {
      const { token: now } = useSession.getState()
      if (old !== undefined && now !== undefined && now !== old) return resolve(now)
      const token = await renew()
      resolve(token)
      if (token === undefined || !channel) return
      channel.postMessage({ token })
      await new Promise((done) => setTimeout(done, HANDOVER_MS))
    }
    const worked = navigator.locks ? navigator.locks.request(LOCK, work) : work()
    worked.catch(reject)
  }).finally(() => {
    running = undefined
  })
  return running
}

/**
 * Names the refresh under way and outlives its page: a refresh token is good for one use, and a reload may lose the answer with the
 * next one. By the same key the server knows the same request again, where it would otherwise see a stolen token.
 */
function refreshKey(): string {
  try {
    const kept = localStorage.getItem(KEY) ?? crypto.randomUUID()
    localStorage.setItem(KEY, kept)
    return kept
  } catch {
    return crypto.randomUUID()
  }
}

function refreshAnswered() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // see remember()
  }
}

async function renew(): Promise<string | undefined> {
  const answer = await fetch('/api/oauth/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': refreshKey() },
    body: '{}',
  })
  if (answer.status < 500) refreshAnswered()
  if (answer.ok) {
    const { accessToken } = (await answer.json()) as { accessToken: string }
    useSession.setState({ token: accessToken })
    return accessToken
  }
  if (answer.status === 401 || answer.status === 400) signedOut()
  return undefined
}

/** The person whom the refresh cookie belongs to now; nobody, if the server knows none. */
async function enterByCookie(): Promise<void> {
  const token = await refresh()
  if (token === undefined) return signedOut(false)
  const answer = await fetch('/api/user/me', { headers: { authorization: `Bearer ${token}` } })
  if (answer.ok) signedIn(token, (await answer.json()) as Me)
  else signedOut(false)
}

/** The live connection was told to go: the session has ended, or its person's rights have changed. The server says which. */
export async function sessionDoubted(): Promise<void> {
  if (useSession.getState().status !== 'member') return
  await enterByCookie().catch(() => undefined)
}

/** At start: the person of the cookie, if there is one. */
async function restoreSession(): Promise<void> {
  let worthAsking = true
  try {
    worthAsking = localStorage.getItem(HINT) === '1'
  } catch {
    // see remember()
  }
  if (!worthAsking) return signedOut(false)
  try {
    await enterByCookie()
  } catch {
    // Offline: still the same person, as far as anyone knows; the first call that gets through will tell.
    useSession.setState({ status: 'guest' })
  }
}

let restored: Promise<void> | undefined

/** The start's look at the session; everything that needs to know who is here waits for it. */
export function sessionKnown(): Promise<void> {
  restored ??= restoreSession()
  return restored
}

/** For the live connection: a token other than the one it was refused with, that lives a while yet; nothing for a visitor. */
export async function liveToken(refused?: string): Promise<string | undefined> {
  await sessionKnown()
  const { status, token } = useSession.getState()
  if (status !== 'member') return undefined
  return token !== undefined && token !== refused && expiresIn(token) > 60 ? token : refresh()
}

/** Seconds that an access token still lives, by its own claim. */
function expiresIn(token: string): number {
  return (claimsOf(token).exp ?? 0) - Date.now() / 1000
}

/** What a token says of itself; nothing if it cannot be read. */
function claimsOf(token: string): { sub?: string; exp?: number } {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string; exp?: number }
  } catch {
    return {}
  }
}
