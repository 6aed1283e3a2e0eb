// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TournamentFormState as FormState, TournamentForm } from '@/api/generated'
import { ApiProblem } from '@/api/problem'
import { Saver } from './saver'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const state = (version: number, form: TournamentForm = {}) => ({ id: 1, version, form }) as FormState

function world(answers: Array<FormState | ApiProblem>) {
  const sent: Array<[TournamentForm, number]> = []
  const statuses: string[] = []
  const refused: ApiProblem[] = []
  let now: TournamentForm = { nameTh: 'หนึ่ง' }
  const saver = new Saver(state(1, { nameTh: 'หนึ่ง' }), {
    read: () => now,
    send: (form, version) => {
      sent.push([form, version])
      const answer = answers.shift() ?? state(version + 1, form)
      return answer instanceof ApiProblem ? Promise.reject(answer) : Promise.resolve(answer)
    },
    onStatus: ({ kind }) => void statuses.push(kind),
    onSaved: () => {},
    onRefused: (problem) => void refused.push(problem),
  })
  const type = (form: TournamentForm) => {
    now = form
    saver.touch()
  }
  return { saver, sent, statuses, refused, type }
}

it('saves a moment after the last key, against the version before', async () => {
  const { sent, statuses, type } = world([])
  type({ nameTh: 'สอ' })
  await vi.advanceTimersByTimeAsync(1000)
  type({ nameTh: 'สอง' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  type({ nameTh: 'สาม' })
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toEqual([
    [{ nameTh: 'สอง' }, 1],
    [{ nameTh: 'สาม' }, 2],
  ])
  expect(statuses.slice(-2)).toEqual(['saving', 'saved'])
})

it('does not send what has not changed', async () => {
  const { saver, sent, type } = world([])
  type({ nameTh: 'หนึ่ง' })
  expect(await saver.flush()).toBe(true)
  expect(sent).toEqual([])
})

it('is saved again when what was typed is taken back', async () => {
  const { sent, statuses, type } = world([])
  type({ nameTh: 'สอง' })
  type({ nameTh: 'หนึ่ง' })
  expect(statuses).toEqual(['unsaved', 'saved'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toEqual([])
})

it('saves everything but what the server refuses, and tries that again once it is another', async () => {
  const wrong = new ApiProblem(422, { code: 'fields_invalid', fields: { 'stages.0.groups': 'too_many', contact: 'x' } })
  const { saver, sent, statuses, refused, type } = world([wrong])
  type({ nameTh: 'สอง', contact: 'ยาว', stages: [] })
  expect(await saver.flush()).toBe(true)
  expect(sent[1]).toEqual([{ nameTh: 'สอง' }, 1])
  expect(refused).toEqual([wrong])
  expect(statuses.at(-1)).toBe('partly')
  type({ nameTh: 'สอง', contact: 'สั้น', stages: [] })
  await saver.flush()
  expect(sent[2]).toEqual([{ nameTh: 'สอง', contact: 'สั้น' }, 2])
})

it('stops at a newer version until somebody decides', async () => {
  const { saver, sent, statuses, type } = world([new ApiProblem(409, { code: 'tournament_changed' })])
  type({ nameTh: 'ของฉัน' })
  expect(await saver.flush()).toBe(false)
  expect(statuses.at(-1)).toBe('conflict')
  saver.rebase(state(7, { nameTh: 'ของอีกเครื่อง' }), false)
  expect(await saver.flush()).toBe(true)
  expect(sent.at(-1)).toEqual([{ nameTh: 'ของฉัน' }, 7])
})

it('waits for the network and goes on by itself', async () => {
  const { saver, sent, statuses, type } = world([ApiProblem.offline(), ApiProblem.offline()])
  type({ nameTh: 'สอง' })
  const done = saver.flush()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await done).toBe(true)
  expect(sent).toHaveLength(3)
  expect(statuses).toContain('offline')
})
