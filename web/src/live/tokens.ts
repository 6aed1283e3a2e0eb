import type { Environment } from './environment'

/** Longest wait for a tab: a frozen one never answers. */
const PATIENCE = 10_000

/** An access token, none (a visitor), or no answer from any tab. */
export type TokenAnswer = { token?: string } | 'failed'

interface Question {
  ask: number
  tab: string
  /** Tabs to ask after this one. */
  left: string[]
  refused: string | undefined
  /** Whether a tab was asked that did not know. */
  failed: boolean
  done: (answer: TokenAnswer) => void
}

/** Asks one tab after another for an access token. One request at a time; a new one replaces the old. */
export class TokenDesk {
  /** The tab whose user signed in or out last: only it knows the user. */
  authority: string | undefined
  readonly #env: Environment
  readonly #post: (tab: string, ask: number, refused?: string) => void
  #number = 0
  #question: Question | undefined
  #cancel: () => void = () => {}

  constructor(env: Environment, post: (tab: string, ask: number, refused?: string) => void) {
    this.#env = env
    this.#post = post
  }

  /** `tabs` in order of preference. `refused` is a token that is no longer valid. */
  ask(tabs: string[], refused: string | undefined, done: (answer: TokenAnswer) => void): void {
    const first = tabs.filter((tab) => tab === this.authority)
    const left = [...first, ...tabs.filter((tab) => tab !== this.authority)]
    this.#question = { ask: 0, tab: '', left, refused, failed: left.length === 0, done }
    this.#next()
  }

  /** Drops the request. */
  forget(): void {
    this.#cancel()
    this.#question = undefined
  }

  answer(tab: string, ask: number, token: string | undefined, failed: boolean): void {
    const question = this.#question
    if (!question || question.ask !== ask || question.tab !== tab) return
    const useless = token !== undefined && token === question.refused
    if (token !== undefined && !useless) return this.#finish({ token })
    if (failed || useless) question.failed = true
    else if (tab === this.authority) return this.#finish({})
    this.#next()
  }

  /** Handles the loss of the tab. */
  gone(tab: string): void {
    if (this.authority === tab) this.authority = undefined
    const question = this.#question
    if (!question) return
    question.left = question.left.filter((other) => other !== tab)
    if (question.tab !== tab) return
    question.failed = true
    this.#next()
  }

  #next(): void {
    this.#cancel()
    const question = this.#question
    if (!question) return
    const tab = question.left.shift()
    if (tab === undefined) return this.#finish(question.failed ? 'failed' : {})
    question.tab = tab
    question.ask = ++this.#number
    this.#cancel = this.#env.after(PATIENCE, () => {
      question.failed = true
      this.#next()
    })
    this.#post(tab, question.ask, question.refused)
  }

  #finish(answer: TokenAnswer): void {
    const done = this.#question?.done
    this.forget()
    done?.(answer)
  }
}

/** Returns the expiry of a JWT, in Unix milliseconds of the server; undefined if it has none. The hub checks its signature. */
export function expiryOf(token: string): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}
