import type { ProblemCode } from './generated'
import { session } from './session'

/** The codes of {@link ApiProblem}: the server's, and this browser's own for an answer that never came or is out of date. */
export type ApiCode = ProblemCode | 'network' | 'gone'

/** A problem's body, as far as it is read here; its other members belong to the code. */
interface Body {
  readonly code?: ApiCode
  readonly [member: string]: unknown
}

/** A refusal of the API (RFC 9457): a stable code, a message ready to show, and what belongs to it. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: ApiCode
  readonly fields: Readonly<Record<string, ProblemCode>>
  readonly params: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Body, retryAfter?: number) {
    super(typeof body.message === 'string' ? body.message : '')
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : status === 0 ? 'network' : 'internal'
    this.fields = (body.fields as Record<string, ProblemCode> | undefined) ?? {}
    this.params = (body.params as Record<string, unknown> | undefined) ?? {}
    this.body = body
    this.requestId = typeof body.requestId === 'string' ? body.requestId : undefined
    this.retryAfter = retryAfter
  }

  /** Returns the problem of a server that did not answer at all. */
  static offline(): ApiProblem {
    return new ApiProblem(0, {})
  }
}

export function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : ApiProblem.offline()
}

interface Answer<T> {
  data?: T | undefined
  error?: unknown
  response?: Response | undefined
}

/**
 * Unwraps a call of the generated client that has just begun: returns its data, or throws an {@link ApiProblem}. An answer to a call of a user
 * who has since signed out is dropped (`gone`); a 401 stays one.
 */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const startedIn = session.currentGeneration()
  const { response, error, data }: Answer<T> = await call.catch(() => ({}))
  if (response === undefined) throw ApiProblem.offline()
  if (response.status !== 401 && !session.isCurrent(startedIn)) throw new ApiProblem(401, { code: 'gone' })
  if (!response.ok) {
    const body = typeof error === 'object' && error !== null ? (error as Body) : {}
    throw new ApiProblem(response.status, body, Number(response.headers.get('retry-after')) || undefined)
  }
  return data as T
}
