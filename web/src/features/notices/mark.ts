import { useSession } from '@/api/session'

/** The user who has turned pushes on in this browser, with the session and time of the last report to the server. */
const KEY = 'manao.push'

export interface Mark {
  user: number
  session: string
  day: string
}

export function mark(): Mark | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function writeMark(user: number): void {
  const now: Mark = { user, session: sessionOf(), day: new Date().toDateString() }
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // Without storage it is on until the next sign-in.
  }
}

export function clearMark(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // It was not stored either.
  }
}

/** The session of the token; all its tokens name the same one. */
export function sessionOf(): string {
  const { token = '' } = useSession.getState()
  try {
    return String((JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { sid?: string }).sid)
  } catch {
    return ''
  }
}
