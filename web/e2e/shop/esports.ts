import { type APIRequestContext, expect } from '@playwright/test'
import { accept } from './test'

/**
 * Calls of the API in somebody's name, beside the page: `as(request, 'promoter')`. The request must not share the page's cookies. A path is
 * tournaments' own unless it begins at the root: `/bracket/get-bracket`.
 */
export async function as(request: APIRequestContext, person: string): Promise<Called> {
  return (await signIn(request, person)).call
}

type Called = (path: string, data?: object) => Promise<unknown>

/** The same, with the number of the person. */
export async function signIn(request: APIRequestContext, person: string): Promise<{ id: number; call: Called }> {
  const good = async (call: ReturnType<APIRequestContext['get']>) => {
    const answer = await call
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer
  }
  await accept(request, person)
  const login = await good(request.get(`/api/auth/login?${new URLSearchParams({ loginHint: person, prompt: 'none' })}`))
  const { url } = (await login.json()) as { url: string }
  const back = new URL((await request.get(url, { maxRedirects: 0 })).headers()['location'] ?? '')
  const { code, state } = Object.fromEntries(back.searchParams)
  const session = await good(request.post('/api/oauth/sessions', { data: { code, state } }))
  const { accessToken } = (await session.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const { id } = (await (await good(request.get('/api/user/me', { headers }))).json()) as { id: number }
  const address = (path: string) => (path.startsWith('/') ? `/api${path}` : `/api/tournament/${path}`)
  return { id, call: async (path, data = {}) => (await good(request.post(address(path), { headers, data }))).json() }
}

const SECOND = 1_000
const DAY = 24 * 3_600 * SECOND

/** A tournament that everybody may enter; its registration opens so many seconds from now. */
export function openForm(name: { th: string; en: string }, opensIn: number, gameId: number): object {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return {
    draft: false,
    nameTh: name.th,
    nameEn: name.en,
    gameId,
    category: 'Open',
    contestantType: 'single',
    mode: 'online',
    mainPlayers: 1,
    maxSubstitutes: 0,
    capacity: 8,
    joinMode: 'auto',
    stages: [{ format: 'bracket', elimination: 'single', series: [3] }],
    registrationStartAt: at(opensIn * SECOND),
    registrationEndAt: at(2 * DAY),
    drawAt: at(3 * DAY),
    startAt: at(4 * DAY),
    endAt: at(6 * DAY),
    prizes: [{ place: 1, baht: 5_000 }],
    rulesTh: 'เข้าห้องก่อนเวลา 10 นาที',
    rulesEn: 'Be in the room 10 minutes early',
  }
}
