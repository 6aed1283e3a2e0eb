import { create } from 'zustand'
import { sessionChanged } from '@/live'
import type { Me } from './generated/types.gen'
import { beforeNextTry } from './try-again'

/**
 * The access token lives in memory only; the refresh token is a cookie that no script can read. This flag merely says that asking for a new
 * access token is worth a call (`1`), that the user has signed out and the server does not know it yet (`leaving`), or that the last session
 * ended without a sign-out here (`ended`).
 */
const HINT = 'manao.signedIn'
const KEY = 'manao.refreshKey'
/** The last user of this tab. */
const PERSON = 'manao.person'

interface SessionState {
  status: 'unknown' | 'guest' | 'member'
  me: Me | undefined
  token: string | undefined
  /** The server could not be asked for the user; the tab keeps trying. */
  unsure?: boolean
}

/**
 * Messages between tabs: whose session has ended, that the user has signed out, who has signed in, a new token, and, after any of these,
 * that the sender has released the cookie.
 */
type TabMessage = { over: number } | 'left' | { token: string; me?: Me } | 'done'

/** Returns the result of `work`, or `otherwise` if it throws, as storage does when it is refused. */
function attempt<T>(work: () => T, otherwise: T): T
function attempt<T>(work: () => T): T | undefined
function attempt<T>(work: () => T, otherwise?: T): T | undefined {
  try {
    return work()
  } catch {
    return otherwise
  }
}

const LOCK = 'manao.refresh'
/** How long (ms) to wait for the tab that held the cookie before: a closed one never releases it. */
const RELEASE_TIMEOUT = 3000
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const clearDrafts = () => attempt(() => sessionStorage.clear())

/** Clears the drafts in this tab if they belong to another user. */
function clearDraftsOfOthers(id: number) {
  attempt(() => {
    const before = sessionStorage.getItem(PERSON)
    if (before !== null && before !== String(id)) sessionStorage.clear()
    sessionStorage.setItem(PERSON, String(id))
  })
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

/** Reads the claims of a token; empty if it cannot be read. */
function claimsOf(token: string): { sub?: string; exp?: number } {
  return attempt(() => JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))), {})
}

/** Creates the session of a tab: its user, their access token, and the cookie that renews it. */
export function createSession() {
  const store = create<SessionState>(() => ({ status: 'unknown', me: undefined, token: undefined }))
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('manao.session')
  const broadcast = (message: TabMessage) => channel?.postMessage(message)
  const userChangeListeners: ((signedInOver: boolean) => void)[] = []
  /** Goes up when another user signs in or out. What was started in one generation is dropped in the next. */
  let generation = 1
  let refreshing: Promise<string | undefined> | undefined
  let restored: Promise<void> | undefined

  function nextGeneration() {
    generation += 1
    refreshing = undefined
  }

  const notifyUserChange = (signedInOver = false) => userChangeListeners.forEach((listener) => listener(signedInOver))

  /** The generation of a call that starts now; undefined for a visitor's. */
  const currentGeneration = () => (store.getState().token === undefined ? undefined : generation)

  /** Where storage is refused (and cookies with it), each page load asks once. */
  const hint = () => attempt(() => localStorage.getItem(HINT), '1')

  function setHint(state: '1' | 'leaving' | 'ended' | null) {
    attempt(() => (state ? localStorage.setItem(HINT, state) : localStorage.removeItem(HINT)))
  }

  /** Whether the user has signed out here and the server does not know it yet. */
  const isSignOutPending = () => hint() === 'leaving'

  /** Whether an answer to a call with the cookie may still be used: the user is the same, and no other tab is signing out. */
  const isCookieCurrent = (startedIn: number) => startedIn === generation && !isSignOutPending()

  function start(token: string, me: Me, tellOthers = true): void {
    const { me: before } = store.getState()
    const other = before?.id !== me.id
    if (other) nextGeneration()
    store.setState({ status: 'member', me, token }, true)
    if (other) {
      notifyUserChange(before !== undefined)
      clearDraftsOfOthers(me.id)
    }
    setHint('1')
    sessionChanged()
    if (tellOthers) broadcast({ token, me })
  }

  function reset(status: 'guest' | 'unknown') {
    nextGeneration()
    store.setState({ status, me: undefined, token: undefined }, true)
    notifyUserChange()
  }

  function end(tellOthers = true): void {
    const { status, me } = store.getState()
    reset('guest')
    if (hint() === '1') setHint('ended')
    if (status === 'member') sessionChanged()
    if (tellOthers && me) broadcast({ over: me.id })
  }

  /**
   * Signs out on purpose, so all tabs drop their drafts (a typed number, a half-edited profile); a session that just ends keeps them.
   * `confirmed`: whether the server knows; until it does, the cookie that is still there signs nobody in.
   */
  function signOut(confirmed = true): void {
    end(false)
    clearDrafts()
    setHint(confirmed ? null : 'leaving')
    broadcast('left')
  }

  /** Resolvers of all that wait for this tab or another to release the cookie; the outcome is known here by then. */
  const waiting: (() => void)[] = []
  const cookieReleased = () => waiting.splice(0).forEach((resolve) => resolve())

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const { me } = store.getState()
    if (data === 'done') cookieReleased()
    else if (data === 'left') {
      clearDrafts()
      end(false)
    } else if ('over' in data) {
      if (data.over === me?.id) end(false)
    } else if (data.me && data.me.id !== me?.id) start(data.token, data.me, false)
    else if (me && claimsOf(data.token).sub === String(me.id)) store.setState({ token: data.token, me: data.me ?? me })
  })

  /** Runs uses of the refresh cookie one at a time, over all tabs; each starts once the outcome of the one before is known. */
  function withCookieLock<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const holdLock = async () => {
        const answer = work()
        resolve(answer)
        await answer.catch(() => undefined)
        // The caller in this tab reports the result first.
        await sleep(0)
        broadcast('done')
        cookieReleased()
        return true
      }
      const { locks } = navigator
      if (!locks) return void holdLock()
      const released = new Promise<void>((resolve) => waiting.push(resolve))
      const afterOthers = () => locks.request(LOCK, () => Promise.race([released, sleep(RELEASE_TIMEOUT)]).then(holdLock))
      locks
        .request(LOCK, { ifAvailable: true }, (lock) => lock !== null && holdLock())
        .then((free) => free || afterOthers())
        .catch(reject)
    })
  }

  /**
   * Returns another access token than `old` by the refresh cookie: one call at a time, and one for all tabs that want it at the same moment.
   * Undefined when the session is over, or the user has changed in the meantime. Rejects when the server could not say.
   */
  async function refresh(old = store.getState().token): Promise<string | undefined> {
    const startedIn = generation
    const { token: other } = store.getState()
    if (other !== old) return other
    refreshing ??= withCookieLock(async () => {
      if (!isCookieCurrent(startedIn)) return undefined
      const { token: now } = store.getState()
      if (now !== old) return now
      const token = await renewAccessToken(startedIn)
      if (token !== undefined) broadcast({ token })
      return token
    }).finally(() => {
      if (startedIn === generation) refreshing = undefined
    })
    return refreshing
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
      end()
      return undefined
    }
    const { accessToken } = answer
    const { me } = store.getState()
    if (me && claimsOf(accessToken).sub !== String(me.id)) {
      // Another user has signed in with this browser since: an action of the earlier user must not be done in the new one's name.
      reset('unknown')
      void restore(() => signInWithToken(accessToken))
      return undefined
    }
    // While the user is unknown, nothing is sent with the token.
    if (me) store.setState({ token: accessToken })
    return accessToken
  }

  /** Signs in the user of a token, unless another one has signed in or out in the meantime. */
  async function signInWithToken(token: string, startedIn = generation): Promise<void> {
    const me = await readSessionResponse<Me>(fetch('/api/user/me', { headers: { authorization: `Bearer ${token}` } }))
    if (!isCookieCurrent(startedIn)) return
    if (me) start(token, me)
    else end()
  }

  /** Signs in the user whom the refresh cookie belongs to, if the server knows one. */
  async function signInWithCookie(): Promise<void> {
    const startedIn = generation
    const token = await refresh()
    if (token !== undefined) await signInWithToken(token, startedIn)
  }

  /**
   * Finds out who is signed in. While the server cannot say, it tries again until another user signs in or out; resolves after the first
   * attempt.
   */
  async function restore(signIn: () => Promise<void>, failures = 0): Promise<void> {
    const startedIn = generation
    try {
      await signIn()
    } catch {
      if (store.getState().status === 'unknown') store.setState({ unsure: true })
      void beforeNextTry(failures).then(() => {
        if (startedIn === generation && hint() === '1') return restore(signInWithCookie, failures + 1)
      })
    }
  }

  /** Restores the session from the cookie once a page load; everything that needs to know who is signed in waits for it. */
  function ready(): Promise<void> {
    restored ??= hint() === '1' ? restore(signInWithCookie) : Promise.resolve(end(false))
    return restored
  }

  return {
    store,
    currentGeneration,
    hint,
    setHint,
    isSignOutPending,
    start,
    end,
    signOut,
    withCookieLock,
    refresh,
    ready,
    /** Calls `listener` whenever the user changes; with true if another user has signed in over the one before. */
    onUserChange: (listener: (signedInOver: boolean) => void) => void userChangeListeners.push(listener),
    /** Whether the answer to a call may still be used: its user has not signed out since. A visitor's always may. */
    isCurrent: (startedIn: number | undefined) => startedIn === undefined || startedIn === currentGeneration(),
    /** Asks the server again for the user: the live connection was told to close, as the session ended or the user's rights changed. */
    revalidate: async (): Promise<void> => {
      if (store.getState().status === 'member') await restore(signInWithCookie)
    },
    /** Returns a token for the live connection, other than the refused one and good for a while yet; undefined for a visitor. */
    liveToken: async (refused?: string): Promise<string | undefined> => {
      await ready()
      const { status, token } = store.getState()
      if (status !== 'member') return undefined
      return token !== undefined && token !== refused && (claimsOf(token).exp ?? 0) - Date.now() / 1000 > 60 ? token : refresh()
    },
  }
}

export type Session = ReturnType<typeof createSession>

/** The session of this tab. */
export const session = createSession()

export const useSession = session.store
