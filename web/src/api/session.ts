import { create } from 'zustand'
import { sessionChanged } from '@/live'
import type { Me } from './generated'
import { forgetPersonal } from './queries'
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

/**
 * What tabs tell each other: whose session is over, that the person has left, who has signed in, the token that one of them was given, and, after
 * any of these, that one of them is done with the cookie.
 */
type News = { over: number } | 'left' | { token: string; me?: Me } | 'done'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('manao.session')
const tell = (news: News) => channel?.postMessage(news)

/** The sign-in of now: another one with everybody who comes or goes. What was begun in one is neither done nor heard in the next. */
let signIn = 1

function nextSignIn() {
  signIn += 1
  running = undefined
}

/** The sign-in that what begins now belongs to; none for a visitor's. */
export const currentSignIn = () => (useSession.getState().token === undefined ? undefined : signIn)

/** Whether a call may still be heard: its person has not gone since. A visitor's always may. */
export const isHeard = (begunIn: number | undefined) => begunIn === undefined || begunIn === currentSignIn()

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
export const hint = () => attempt(() => localStorage.getItem(HINT), '1')

export function setHint(state: '1' | 'leaving' | 'ended' | null) {
  attempt(() => (state ? localStorage.setItem(HINT, state) : localStorage.removeItem(HINT)))
}

/** Whether what was asked of the cookie in a sign-in still holds: nobody has come or gone since, nor is somebody leaving in another tab. */
const holds = (begunIn: number) => begunIn === signIn && !leftUnconfirmed()

export function signedIn(token: string, me: Me, tellOthers = true): void {
  const { me: before } = useSession.getState()
  const other = before?.id !== me.id
  if (other) nextSignIn()
  useSession.setState({ status: 'member', me, token }, true)
  if (other) {
    forgetPersonal(before !== undefined)
    forgetBegunBy(me.id)
  }
  setHint('1')
  sessionChanged()
  if (tellOthers) tell({ token, me })
}

function nobody(status: 'guest' | 'unknown') {
  nextSignIn()
  useSession.setState({ status, me: undefined, token: undefined }, true)
  forgetPersonal()
}

export function signedOut(tellOthers = true): void {
  const { status, me } = useSession.getState()
  nobody('guest')
  if (hint() === '1') setHint('ended')
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
  setHint(confirmed ? null : 'leaving')
  tell('left')
}

/** Whether somebody has left of whom the server does not know it yet. */
export const leftUnconfirmed = () => hint() === 'leaving'

const forgetBegun = () => attempt(() => sessionStorage.clear())

/** What was begun in this tab stays for its person only. */
function forgetBegunBy(id: number) {
  attempt(() => {
    const before = sessionStorage.getItem(PERSON)
    if (before !== null && before !== String(id)) sessionStorage.clear()
    sessionStorage.setItem(PERSON, String(id))
  })
}

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  const { me } = useSession.getState()
  if (data === 'done') done.set()
  else if (data === 'left') {
    forgetBegun()
    signedOut(false)
  } else if ('over' in data) {
    if (data.over === me?.id) signedOut(false)
  } else if (data.me && data.me.id !== me?.id) signedIn(data.token, data.me, false)
  else if (me && claimsOf(data.token).sub === String(me.id)) useSession.setState({ token: data.token, me: data.me ?? me })
})

/** Somebody, in this tab or another, is done with the cookie: what came of it is known here. */
const done = (() => {
  let waiting: (() => void)[] = []
  return {
    next: () => new Promise<void>((heard) => waiting.push(heard)),
    set: () => {
      for (const heard of waiting.splice(0)) heard()
    },
  }
})()

const LOCK = 'manao.refresh'
/** How long (ms) it is waited for the word of a tab that had the cookie before; one that was closed meanwhile says nothing. */
const WORD = 3000
const wait = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))

/** What takes or changes the refresh cookie goes one at a time, in all tabs; who had to wait begins when they have heard what came of it. */
export function withCookie<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const held = async () => {
      const answer = work()
      resolve(answer)
      await answer.catch(() => undefined)
      // Whoever asked for it in this tab reports the result first.
      await wait(0)
      tell('done')
      done.set()
      return true
    }
    const { locks } = navigator
    if (!locks) return void held()
    const word = done.next()
    const afterOthers = () => locks.request(LOCK, () => Promise.race([word, wait(WORD)]).then(held))
    locks
      .request(LOCK, { ifAvailable: true }, (lock) => lock !== null && held())
      .then((free) => free || afterOthers())
      .catch(reject)
  })
}

let running: Promise<string | undefined> | undefined

/**
 * Another access token than `old` by the refresh cookie: one call at a time, and one for all tabs that want it at the same moment. Nothing when the
 * session is over, or somebody has come or gone meanwhile. Rejects when the server could not say.
 */
export async function refresh(old = useSession.getState().token): Promise<string | undefined> {
  const begunIn = signIn
  const { token: other } = useSession.getState()
  if (other !== old) return other
  running ??= withCookie(async () => {
    if (!holds(begunIn)) return undefined
    const { token: now } = useSession.getState()
    if (now !== old) return now
    const token = await renew(begunIn)
    if (token !== undefined) tell({ token })
    return token
  }).finally(() => {
    if (begunIn === signIn) running = undefined
  })
  return running
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

/** What the server says about the session; nothing when that is over. Rejects when it could not say: the same may be asked again. */
async function told<T>(call: Promise<Response>): Promise<T | undefined> {
  const answer = await call
  if (answer.status === 401 || answer.status === 400) return undefined
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json() as Promise<T>
}

async function renew(begunIn: number): Promise<string | undefined> {
  const answer = await told<{ accessToken: string }>(
    fetch('/api/oauth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': refreshKey() },
      body: '{}',
    }),
  )
  attempt(() => localStorage.removeItem(KEY))
  if (!holds(begunIn)) return undefined
  if (!answer) {
    signedOut()
    return undefined
  }
  const { accessToken } = answer
  const { me } = useSession.getState()
  if (me && claimsOf(accessToken).sub !== String(me.id)) {
    // Somebody else has signed in with this browser since: nothing is done in their name that was begun before.
    nobody('unknown')
    void look(() => enter(accessToken))
    return undefined
  }
  // As long as nobody knows whose it is, nothing is sent with it.
  if (me) useSession.setState({ token: accessToken })
  return accessToken
}

/** The person of a token comes in, unless somebody came or went meanwhile. */
async function enter(token: string, begunIn = signIn): Promise<void> {
  const me = await told<Me>(fetch('/api/user/me', { headers: { authorization: `Bearer ${token}` } }))
  if (!holds(begunIn)) return
  if (me) signedIn(token, me)
  else signedOut()
}

/** The person whom the refresh cookie belongs to now; nobody, if the server knows none. */
async function enterByCookie(): Promise<void> {
  const begunIn = signIn
  const token = await refresh()
  if (token !== undefined) await enter(token, begunIn)
}

/**
 * Finds out who is here. When the server cannot say, that stays open and is tried again until it has, or until somebody has come or gone;
 * resolves after the first attempt.
 */
async function look(how: () => Promise<void>, failures = 0): Promise<void> {
  const begunIn = signIn
  try {
    await how()
  } catch {
    if (useSession.getState().status === 'unknown') useSession.setState({ unsure: true })
    void beforeNextTry(failures).then(() => {
      if (begunIn === signIn && hint() === '1') return look(enterByCookie, failures + 1)
    })
  }
}

/** The live connection was told to close: the session ended or the person's rights changed. The server says which. */
export async function sessionDoubted(): Promise<void> {
  if (useSession.getState().status === 'member') await look(enterByCookie)
}

let restored: Promise<void> | undefined

/** The start's look at who the person of the cookie is, if there is one; everything that needs to know who is here waits for it. */
export function sessionKnown(): Promise<void> {
  restored ??= hint() === '1' ? look(enterByCookie) : Promise.resolve(signedOut(false))
  return restored
}

/** For the live connection: a token other than the one it was refused with, that lives a while yet; nothing for a visitor. */
export async function liveToken(refused?: string): Promise<string | undefined> {
  await sessionKnown()
  const { status, token } = useSession.getState()
  if (status !== 'member') return undefined
  return token !== undefined && token !== refused && (claimsOf(token).exp ?? 0) - Date.now() / 1000 > 60 ? token : refresh()
}

/** What a token says of itself; nothing if it cannot be read. */
function claimsOf(token: string): { sub?: string; exp?: number } {
  return attempt(() => JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))), {})
}
