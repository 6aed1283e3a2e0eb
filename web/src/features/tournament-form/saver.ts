import type { ProblemCode, TournamentForm, TournamentFormState as FormState } from '@/api/generated'
import { type ApiProblem, problemOf } from '@/api/problem'
import { beforeNextTry } from '@/api/try-again'
import { isDeepEqual } from './equal'

/** `partly`: all but the refused fields. */
export type SaveStatus =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'partly' }
  | { kind: 'failed'; problem: ApiProblem }

export interface SaverOptions {
  /** The form's current values */
  read: () => TournamentForm
  send: (form: TournamentForm, version: number) => Promise<FormState>
  onStatus: (status: SaveStatus) => void
  onSaved: (state: FormState) => void
  onRefused: (problem: ApiProblem) => void
}

const AFTER_TYPING_MS = 1200
const CHANGED: ProblemCode = 'tournament_changed'

type Fields = Record<string, unknown>

/**
 * Saves a draft to the server while it is typed: a moment after the last key, one call at a time, against the version that it was loaded with.
 * Refused fields keep the server's values, and all others are saved. Without a network nothing is lost: saving continues by itself.
 */
export class Saver {
  readonly #options: SaverOptions
  #version: number
  /** The server's version, and the last one sent */
  #base: Fields
  #sent: TournamentForm
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | undefined
  #refused = new Map<string, unknown>()

  constructor(saved: FormState, options: SaverOptions) {
    this.#options = options
    this.#version = saved.version
    this.#base = saved.form as Fields
    this.#sent = options.read()
  }

  get version(): number {
    return this.#version
  }

  /** Whether the form has unsaved values. */
  get isDirty(): boolean {
    return !isDeepEqual(this.#options.read(), this.#sent)
  }

  /** Notes a change of the form. */
  touch(): void {
    clearTimeout(this.#timer)
    if (this.isDirty) {
      this.#options.onStatus({ kind: 'unsaved' })
      this.#timer = setTimeout(() => void this.flush(), AFTER_TYPING_MS)
    } else if (!this.#running) this.#options.onStatus(this.#settled())
  }

  /** Saves now. Returns true once the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    if (!this.isDirty) return !this.isDirty
    this.#running = this.#save()
    const done = await this.#running.finally(() => {
      this.#running = undefined
    })
    return done && this.isDirty ? this.flush() : done
  }

  /** Takes another version as the one to overwrite, or as the one shown. */
  rebase(state: FormState, shown: boolean): void {
    this.#version = state.version
    this.#base = state.form as Fields
    this.#refused.clear()
    if (shown) this.#sent = this.#options.read()
  }

  async #save(attempt = 0): Promise<boolean> {
    const { onStatus, onSaved } = this.#options
    const whole = this.#options.read()
    onStatus({ kind: 'saving' })
    try {
      const state = await this.#options.send(this.#withoutRefused(whole), this.#version)
      this.#version = state.version
      this.#base = state.form as Fields
      this.#sent = whole
      onSaved(state)
      onStatus(this.#settled())
      return true
    } catch (error) {
      return this.#failed(problemOf(error), whole as Fields, attempt)
    }
  }

  async #failed(problem: ApiProblem, whole: Fields, attempt: number): Promise<boolean> {
    const { onStatus, onRefused } = this.#options
    const fields = Object.keys(problem.fields).map((name) => name.replace(/[.[].*$/, ''))
    const news = fields.filter((field) => !isDeepEqual(this.#refused.get(field), whole[field]))
    if (problem.status === 422 && news.length > 0) {
      onRefused(problem)
      for (const field of news) this.#refused.set(field, whole[field])
      return this.#save(attempt)
    }
    if (problem.code === CHANGED) {
      onStatus({ kind: 'conflict' })
      return false
    }
    if (problem.status !== 0) {
      onStatus({ kind: 'failed', problem })
      return false
    }
    onStatus({ kind: 'offline' })
    await beforeNextTry(attempt)
    return this.#save(attempt + 1)
  }

  #settled = (): SaveStatus => ({ kind: this.#refused.size > 0 ? 'partly' : 'saved' })

  /** Refused fields that have not changed keep the server's value. */
  #withoutRefused(whole: TournamentForm): TournamentForm {
    const fields = { ...whole } as Fields
    for (const [field, value] of this.#refused) {
      if (!isDeepEqual(fields[field], value)) this.#refused.delete(field)
      else if (this.#base[field] === undefined) delete fields[field]
      else fields[field] = this.#base[field]
    }
    return fields
  }
}
