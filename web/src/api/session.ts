import { create } from 'zustand'
import { sessionChanged } from '@/live'
import type { Me } from './generated/types.gen'
import { beforeNextTry } from './try-again'

/**
 * Who is signed in here. The access token lives in memory only; the refresh token is a cookie that no script can read, and
 * this flag merely says that asking for a new access token is worth a call (`1`), that the person has left and the server does not know
 * of it yet (`leaving`), or that the last session ended without anybody leaving here (`ended`).
 */
const HINT = 'manao.signedIn'
const KEY = 'manao.refreshKey'
/** The last person of this tab. */
const PERSON = 'manao.person'

interface Session {
  status: 'unknown' | 'guest' | 'member'
  me: Me | undefined
  token: string | undefined
  /** Nobody knows who is here because the server could not be asked; that goes on until it has said. */
  unsure?: boolean
}

export const useSession = create<Session>(() => ({ status: 'unknown', me: undefined, token: undefined }))

/** Whether it is known who looks, or cannot be known for now: what is answered to each as they may see it is not asked for before. */
export const useKnown = (): boolean => useSession(({ status, unsure }) => status !== 'unknown' || unsure === true)

/**
 * What tabs tell each other: whose session has ended, that the user has signed out, who has signed in, a new token, and, after any of these,
 * that the sender has released the cookie.
 */
type TabMessage = { over: number } | 'left' | { token: string; me?: Me } | 'done'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('manao.session')
const broadcast = (message: TabMessage) => channel?.postMessage(message)

const userChangeListeners: ((signedInOver: boolean) => void)[] = []

/** Calls `listener` whenever the user changes; with true if another user has signed in over the one before. */
export const onUserChange = (listener: (signedInOver: boolean) => void) => void userChangeListeners.push(listener)

function notifyUserChange(signedInOver = false) {
  for (const listener of userChangeListeners) listener(signedInOver)
}

/** Goes up when another user signs in or out. What was started in one generation is dropped in the next. */
let generation = 1

function nextGeneration() {
  generation += 1
  refreshing = undefined
}

/** The generation of a call that starts now; undefined for a visitor's. */
export const currentGeneration = () => (useSession.getState().token === undefined ? undefined : generation)

/** Whether the answer to a call may still be used: its user has not signed out since. A visitor's always may. */
export const isCurrentSession = (startedIn: number | undefined) => startedIn === undefined || startedIn === currentGeneration()

/** What `work` answers; `otherwise` when it throws, as storage does that is refused. */
function attempt<T>(work: () => T, otherwise: T): T
function attempt<T>(work: () => T): T | undefined
function attempt<T>(work: () => T, otherwise?: T): T | undefined {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Where storage is refused (and cookies with it) each page load asks once. */
export const sessionHint = () => attempt(() => localStorage.getItem(HINT), '1')

export function setSessionHint(state: '1' | 'leaving' | 'ended' | null) {
  attempt(() => (state ? localStorage.setItem(HINT, state) : localStorage.removeItem(HINT)))
}

/** Whether an answer to a call with the cookie may still be used: the user is the same, and no other tab is signing out. */
const isCookieCurrent = (startedIn: number) => startedIn === generation && !isSignOutPending()

export function startSession(token: string, me: Me, tellOthers = true): void {
  const { me: before } = useSession.getState()
  const other = before?.id !== me.id
  if (other) nextGeneration()
  useSession.setState({ status: 'member', me, token }, true)
  if (other) {
    notifyUserChange(before !== undefined)
    clearDraftsOfOthers(me.id)
  }
  setSessionHint('1')
  sessionChanged()
  if (tellOthers) broadcast({ token, me })
}

function resetSession(status: 'guest' | 'unknown') {
  nextGeneration()
  useSession.setState({ status, me: undefined, token: undefined }, true)
  notifyUserChange()
}

export function endSession(tellOthers = true): void {
  const { status, me } = useSession.getState()
  resetSession('guest')
  if (sessionHint() === '1') setSessionHint('ended')
  if (status === 'member') sessionChanged()
  if (tellOthers && me) broadcast({ over: me.id })
}

/**
 * The user has signed out on purpose, so all tabs drop their drafts (a typed number, a half-edited profile); a session that just ends keeps
 * them. `confirmed`: whether the server knows; until it does, the cookie that is still there signs nobody in.
 */
export function signOut(confirmed = true): void {
  endSession(false)
  clearDrafts()
  setSessionHint(confirmed ? null : 'leaving')
  broadcast('left')
}

/** Whether somebody has signed out here and the server does not know it yet. */
export const isSignOutPending = () => sessionHint() === 'leaving'

const clearDrafts = () => attempt(() => sessionStorage.clear())

/** Drafts in this tab belong to one user: the next one does not see them. */
function clearDraftsOfOthers(id: number) {
  attempt(() => {
    const before = sessionStorage.getItem(PERSON)
    if (before !== null && before !== String(id)) sessionStorage.clear()
    sessionStorage.setItem(PERSON, String(id))
  })
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const { me } = useSession.getState()
  if (data === 'done') cookieReleased.notify()
  else if (data === 'left') {
    clearDrafts()
    endSession(false)
  } else if ('over' in data) {
    if (data.over === me?.id) endSession(false)
  } else if (data.me && data.me.id !== me?.id) startSession(data.token, data.me, false)
  else if (me && claimsOf(data.token).sub === String(me.id)) useSession.setState({ token: data.token, me: data.me ?? me })
})

/** Fires when this tab or another has released the cookie; what came of it is known here by then. */
const cookieReleased = (() => {
  const waiting: (() => void)[] = []
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    notify: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
})()

const LOCK = 'manao.refresh'
/** How long (ms) to wait for word from the tab that held the cookie before: a closed one never says. */
const RELEASE_TIMEOUT = 3000
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Uses of the refresh cookie run one at a time, over all tabs; each starts once it knows what came of the one before. */
export function withCookieLock<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const holdLock = async () => {
      const answer = work()
      resolve(answer)
      await answer.catch(() => undefined)
      // Whoever asked for it in this tab reports the result first.
      await sleep(0)
      broadcast('done')
      cookieReleased.notify()
      return true
    }
    const { locks } = navigator
    if (!locks) return void holdLock()
    const released = cookieReleased.wait()
    const afterOthers = () => locks.request(LOCK, () => Promise.race([released, sleep(RELEASE_TIMEOUT)]).then(holdLock))
    locks
      .request(LOCK, { ifAvailable: true }, (lock) => lock !== null && holdLock())
      .then((free) => free || afterOthers())
      .catch(reject)
  })
}

let refreshing: Promise<string | undefined> | undefined

/**
 * Another access token than `old` by the refresh cookie: one call at a time, and one for all tabs that want it at the same moment. Nothing when the
 * session is over, or somebody has come or gone meanwhile. Rejects when the server could not say.
 */
export async function refresh(old = useSession.getState().token): Promise<string | undefined> {
  const startedIn = generation
  const { token: other } = useSession.getState()
  if (other !== old) return other
  refreshing ??= withCookieLock(async () => {
    if (!isCookieCurrent(startedIn)) return undefined
    const { token: now } = useSession.getState()
    if (now !== old) return now
    const token = await renewAccessToken(startedIn)
    if (token !== undefined) broadcast({ token })
    return token
  }).finally(() => {
    if (startedIn === generation) refreshing = undefined
  })
  return refreshing
}

/**
 * Names the refresh under way and outlives its page: a refresh token is good for one use, and a reload may lose the answer with the
 * next one. By the same key the server knows the same request again, where it would otherwise see a stolen token.
 */
function refreshKey(): string {
  const key = attempt(() => localStorage.getItem(KEY)) ?? crypto.randomUUID()
  attempt(() => localStorage.setItem(KEY, key))
  return key
}

/** The body of an answer about the session; undefined when the session is over. Rejects when the server could not say: try again. */
async function readSessionResponse<T>(call: Promise<Response>): Promise<T | undefined> {
  const answer = await call
  if (answer.status === 401 || answer.status === 400) return undefined
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json() as Promise<T>
}

async function renewAccessToken(startedIn: number): Promise<string | undefined> {
  const answer = await readSessionResponse<{ accessToken: string }>(
    fetch('/api/oauth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': refreshKey() },
      body: '{}',
    }),
  )
  attempt(() => localStorage.removeItem(KEY))
  if (!isCookieCurrent(startedIn)) return undefined
  if (!answer) {
    endSession()
    return undefined
  }
  const { accessToken } = answer
  const { me } = useSession.getState()
  if (me && claimsOf(accessToken).sub !== String(me.id)) {
    // Somebody else has signed in with this browser since: nothing is done in their name that was begun before.
    resetSession('unknown')
    void restoreSession(() => signInWithToken(accessToken))
    return undefined
  }
  // As long as nobody knows whose it is, nothing is sent with it.
  if (me) useSession.setState({ token: accessToken })
  return accessToken
}

/** Signs in the user of a token, unless another one has signed in or out meanwhile. */
async function signInWithToken(token: string, startedIn = generation): Promise<void> {
  const me = await readSessionResponse<Me>(fetch('/api/user/me', { headers: { authorization: `Bearer ${token}` } }))
  if (!isCookieCurrent(startedIn)) return
  if (me) startSession(token, me)
  else endSession()
}

/** Signs in the user whom the refresh cookie belongs to; nobody, if the server knows none. */
async function signInWithCookie(): Promise<void> {
  const startedIn = generation
  const token = await refresh()
  if (token !== undefined) await signInWithToken(token, startedIn)
}

/**
 * Finds out who is signed in. While the server cannot say, it tries again until another user signs in or out; resolves after the first
 * attempt.
 */
async function restoreSession(signIn: () => Promise<void>, failures = 0): Promise<void> {
  const startedIn = generation
  try {
    await signIn()
  } catch {
    if (useSession.getState().status === 'unknown') useSession.setState({ unsure: true })
    void beforeNextTry(failures).then(() => {
      if (startedIn === generation && sessionHint() === '1') return restoreSession(signInWithCookie, failures + 1)
    })
  }
}

/** The live connection was told to close: the session ended or the person's rights changed. The server says which. */
export async function revalidateSession(): Promise<void> {
  if (useSession.getState().status === 'member') await restoreSession(signInWithCookie)
}

let restored: Promise<void> | undefined

/** Restores the session from the cookie once a page load; everything that needs to know who is signed in waits for it. */
export function sessionReady(): Promise<void> {
  restored ??= sessionHint() === '1' ? restoreSession(signInWithCookie) : Promise.resolve(endSession(false))
  return restored
}

/** For the live connection: a token other than the one it was refused with, that lives a while yet; nothing for a visitor. */
export async function liveToken(refused?: string): Promise<string | undefined> {
  await sessionReady()
  const { status, token } = useSession.getState()
  if (status !== 'member') return undefined
  return token !== undefined && token !== refused && (claimsOf(token).exp ?? 0) - Date.now() / 1000 > 60 ? token : refresh()
}

/** What a token says of itself; nothing if it cannot be read. */
function claimsOf(token: string): { sub?: string; exp?: number } {
  return attempt(() => JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))), {})
}
