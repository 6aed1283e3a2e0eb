import { create } from 'zustand'
import { sessionChanged } from '@/live'
import type { Me } from './generated'
import { forgetPersonal } from './queries'
import { beforeNextTry } from './try-again'

/**
 * Who is signed in here. The access token lives in memory only; the refresh token is a cookie that no script can read, and
 * this flag merely says that asking for a new access token is worth a call (`1`), or that the person has left and the server does not know
 * of it yet (`leaving`).
 */
const HINT = 'manao.signedIn'
const LOCK = 'manao.refresh'
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

/** What tabs tell each other: whose session is over, that the person has left, who has signed in, or the token that one of them was given. */
type News = { over: number } | 'left' | { token: string; me?: Me }

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('manao.session')
const tell = (news: News) => channel?.postMessage(news)

/** How often somebody went out of the session: an answer that was asked for before says nothing any more. */
let ends = 0

function hint(): string | null {
  try {
    return localStorage.getItem(HINT)
  } catch {
    // Storage may be refused; then each page load asks once.
    return '1'
  }
}

function remember(state: '1' | 'leaving' | undefined) {
  try {
    if (state) localStorage.setItem(HINT, state)
    else localStorage.removeItem(HINT)
  } catch {
    // see hint()
  }
}

export function signedIn(token: string, me: Me, tellOthers = true): void {
  const { me: before } = useSession.getState()
  useSession.setState({ status: 'member', me, token }, true)
  if (before?.id !== me.id) {
    forgetPersonal(before !== undefined)
    forgetBegunBy(me.id)
  }
  remember('1')
  sessionChanged()
  if (tellOthers) tell({ token, me })
}

function nobody(status: 'guest' | 'unknown') {
  ends += 1
  useSession.setState({ status, me: undefined, token: undefined }, true)
  forgetPersonal()
}

export function signedOut(tellOthers = true): void {
  const { status, me } = useSession.getState()
  nobody('guest')
  if (hint() === '1') remember(undefined)
  if (status === 'member') sessionChanged()
  if (tellOthers && me) tell({ over: me.id })
}

/**
 * The person has left on purpose: no tab keeps what they had begun (a typed number, a profile half edited), as it does when a session just
 * ends. `confirmed`: whether the server knows; until it does, nobody is signed in by the cookie that is still there.
 */
export function left(confirmed = true): void {
  signedOut(false)
  forgetBegun()
  if (!confirmed) remember('leaving')
  tell('left')
}

/** Whether somebody has left of whom the server does not know it yet. */
export const leftUnconfirmed = () => hint() === 'leaving'

/** The server knows now that the person has left. */
export function leavingConfirmed(): void {
  if (leftUnconfirmed()) remember(undefined)
}

function forgetBegun() {
  try {
    sessionStorage.clear()
  } catch {
    // Refused storage holds nothing.
  }
}

/** What was begun in this tab stays for its person only. */
function forgetBegunBy(id: number) {
  try {
    const before = sessionStorage.getItem(PERSON)
    if (before !== null && before !== String(id)) sessionStorage.clear()
    sessionStorage.setItem(PERSON, String(id))
  } catch {
    // see forgetBegun()
  }
}

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  const { me } = useSession.getState()
  if (data === 'left') {
    forgetBegun()
    signedOut(false)
  } else if ('over' in data) {
    if (data.over === me?.id) signedOut(false)
  } else if (data.me && data.me.id !== me?.id) signedIn(data.token, data.me, false)
  else if (me && claimsOf(data.token).sub === String(me.id)) useSession.setState({ token: data.token, me: data.me ?? me })
})

/** The lock is held a moment longer, so that a tab which waits for it has heard of the token. */
const HANDOVER_MS = 50

let running: Promise<string | undefined> | undefined

/**
 * A new access token by the refresh cookie: one call at a time, and one for all tabs that want it at the same moment. Nothing when the session
 * is over, or is another person's now. Rejects when the server could not say.
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
      tell({ token })
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
    // see hint()
  }
}

async function renew(): Promise<string | undefined> {
  const answer = await fetch('/api/oauth/refresh-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': refreshKey() },
    body: '{}',
  })
  if (answer.status < 500) refreshAnswered()
  if (answer.status === 401 || answer.status === 400) {
    signedOut()
    return undefined
  }
  if (!answer.ok) throw new Error(`refreshing: ${answer.status}`)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const { me } = useSession.getState()
  if (me && claimsOf(accessToken).sub !== String(me.id)) {
    // Somebody else has signed in with this browser since: nothing is done in their name that was begun before.
    nobody('unknown')
    void look(() => enter(accessToken))
    return undefined
  }
  useSession.setState({ token: accessToken })
  return accessToken
}

/** The person of a token comes in, unless somebody went out meanwhile. */
async function enter(token: string): Promise<void> {
  const before = ends
  const answer = await fetch('/api/user/me', { headers: { authorization: `Bearer ${token}` } })
  const over = answer.status === 401 || answer.status === 400
  if (!answer.ok && !over) throw new Error(`who is here: ${answer.status}`)
  const me = over ? undefined : ((await answer.json()) as Me)
  if (before !== ends) return
  if (me) signedIn(token, me)
  else signedOut()
}

/** The person whom the refresh cookie belongs to now; nobody, if the server knows none. */
async function enterByCookie(): Promise<void> {
  const token = await refresh()
  if (token !== undefined) await enter(token)
}

/**
 * Finds out who is here. When the server cannot say, that stays open and is tried again until it has, or until somebody has come or gone;
 * resolves after the first attempt.
 */
async function look(how: () => Promise<void>, attempt = 0): Promise<void> {
  const id = useSession.getState().me?.id
  const before = ends
  try {
    await how()
  } catch {
    if (useSession.getState().status === 'unknown') useSession.setState({ unsure: true })
    void beforeNextTry(attempt).then(() => {
      if (before === ends && useSession.getState().me?.id === id && hint() === '1') return look(enterByCookie, attempt + 1)
    })
  }
}

/** The live connection was told to go: the session has ended, or its person's rights have changed. The server says which. */
export async function sessionDoubted(): Promise<void> {
  if (useSession.getState().status === 'member') await look(enterByCookie)
}

/** At start: the person of the cookie, if there is one. */
async function restoreSession(): Promise<void> {
  if (hint() === '1') await look(enterByCookie)
  else signedOut(false)
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
