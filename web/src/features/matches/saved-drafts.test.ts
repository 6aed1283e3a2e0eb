// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { Me } from '@/api/generated'
import { useSession } from '@/api/session'
import { saveDraft, loadDraft } from './saved-drafts'

const signIn = (id: number) => useSession.setState({ status: 'member', me: { id } as Me, token: 't' })

beforeEach(() => signIn(1))

it('keeps what is written of each match until it is sent, for who wrote it', () => {
  saveDraft('time', 7, { at: 5, note: 'exams' })
  expect(loadDraft('time', 7)).toEqual({ at: 5, note: 'exams' })
  expect(sessionStorage.getItem('manao.room.1.time.7')).toBe('{"at":5,"note":"exams"}')
  expect([loadDraft('time', 8), loadDraft('score', 7)]).toEqual([undefined, undefined])
  signIn(2)
  expect(loadDraft('time', 7)).toBeUndefined()
  signIn(1)
  saveDraft('time', 7, undefined)
  expect([loadDraft('time', 7), sessionStorage.getItem('manao.room.1.time.7')]).toEqual([undefined, null])
})

it('is there after the page was loaded anew, and what cannot be read is nothing', () => {
  sessionStorage.setItem('manao.room.1.time.9', '{"note":"late"}')
  expect(loadDraft('time', 9)).toEqual({ note: 'late' })
  sessionStorage.setItem('manao.room.1.time.10', '{')
  expect(loadDraft('time', 10)).toBeUndefined()
})
