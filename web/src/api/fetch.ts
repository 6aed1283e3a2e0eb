import type { ProblemCode } from './generated'
import { language } from '@/i18n'
import { inLanguage, withoutLanguage } from '@/i18n/language'
import { session, useSession } from './session'

const RELOADED = 'manao.reloaded403'

/**
 * Every call: the person's token and language go along. A 401 is answered by one session.refresh and one more try; when the session itself has
 * ended ("invalid sessions"), by the login page. A 403 reloads the page, once (never in a loop): its rights may be of yesterday.
 * All that only while the session is the one that the call was made in; calls about the session itself are answered as they are.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  if (request.url.includes('/api/oauth/')) return fetch(withSessionHeaders(request))
  const again = request.clone()
  const startedIn = session.currentGeneration()
  const { token: used } = useSession.getState()
  const answer = await handleRefusal(fetch(withSessionHeaders(request)), startedIn)
  if (answer.status !== 401 || startedIn === undefined || !session.isCurrent(startedIn)) return answer
  const token = await session.refresh(used).catch(() => undefined)
  return token === undefined ? answer : handleRefusal(fetch(withSessionHeaders(again)), startedIn)
}

/** Handles a refusal that concerns the whole page, then returns the answer. */
async function handleRefusal(call: Promise<Response>, startedIn: number | undefined): Promise<Response> {
  const answer = await call
  if (answer.status !== 403 && answer.status !== 401) return answer
  const { code, message } = await bodyOf(answer)
  if (!session.isCurrent(startedIn)) return answer
  if (answer.status === 403) {
    // The terms have changed since the page was loaded: the user is asked to accept them again.
    if (code === 'terms_required') useSession.setState(({ me }) => ({ me: me && { ...me, synced: false } }))
    reloadOnce(code)
  } else if (message === 'invalid sessions') sendToLogin()
  return answer
}

function withSessionHeaders(request: Request): Request {
  const { token } = useSession.getState()
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  request.headers.set('accept-language', language())
  return request
}

function bodyOf(answer: Response): Promise<{ code?: ProblemCode; message?: unknown }> {
  return answer
    .clone()
    .json()
    .catch(() => ({})) as Promise<{ code?: ProblemCode; message?: unknown }>
}

/** Leads to the login page, which explains why and leads back. */
function sendToLogin() {
  const member = useSession.getState().status === 'member'
  session.end()
  const login = inLanguage('/auth/login', language())
  if (!member || location.pathname === login) return
  const returnTo = withoutLanguage(location.pathname) + location.search
  location.assign(`${login}?${new URLSearchParams({ returnTo, ended: 'true' })}`)
}

/** Refusals that the page itself explains need no reload: most of them ask for something. */
const EXPLAINED = /_(required|suspended|not_kept)$/

function reloadOnce(code: ProblemCode | undefined) {
  if (EXPLAINED.test(code ?? '')) return
  try {
    if (sessionStorage.getItem(RELOADED) === location.href) return
    sessionStorage.setItem(RELOADED, location.href)
  } catch {
    return
  }
  location.reload()
}
