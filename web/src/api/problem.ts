/** A refusal of the API (RFC 9457): a stable code, a message ready to show, and what belongs to it. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter?: number) {
    super(typeof body.message === 'string' ? body.message : '')
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : status === 0 ? 'network' : 'internal'
    this.fields = (body.fields as Record<string, string> | undefined) ?? {}
    this.params = (body.params as Record<string, unknown> | undefined) ?? {}
    this.body = body
    this.requestId = typeof body.requestId === 'string' ? body.requestId : undefined
    this.retryAfter = retryAfter
  }

  /** Nothing was heard from the server at all. */
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

/** Unwraps a call of the generated client: its data, or an {@link ApiProblem}. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>
  try {
    answer = await call
  } catch {
    throw ApiProblem.offline()
  }
  if (answer.response === undefined) throw ApiProblem.offline()
  if (!answer.response.ok) {
    const body = typeof answer.error === 'object' && answer.error !== null ? (answer.error as Record<string, unknown>) : {}
    throw new ApiProblem(answer.response.status, body, Number(answer.response.headers.get('retry-after')) || undefined)
  }
  return answer.data as T
}
