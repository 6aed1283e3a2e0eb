import { beforeEach, expect, it } from 'vitest'
import type { Me } from '@/api/generated'
import { useSession } from '@/api/session'
import { keep, kept } from './kept'

const signIn = (id: number) => useSession.setState({ status: 'member', me: { id } as Me, token: 't' })

beforeEach(() => signIn(1))

it('keeps what is written of each match until it is sent, for who wrote it', () => {
  keep('time', 7, { at: 5, note: 'exams' })
  expect(kept('time', 7)).toEqual({ at: 5, note: 'exams' })
  expect(sessionStorage.getItem('manao.room.1.time.7')).toBe('{"at":5,"note":"exams"}')
  expect([kept('time', 8), kept('score', 7)]).toEqual([undefined, undefined])
  signIn(2)
  expect(kept('time', 7)).toBeUndefined()
  signIn(1)
  keep('time', 7, undefined)
  expect([kept('time', 7), sessionStorage.getItem('manao.room.1.time.7')]).toEqual([undefined, null])
})

it('is there after the page was loaded anew, and what cannot be read is nothing', () => {
  sessionStorage.setItem('manao.room.1.time.9', '{"note":"late"}')
  expect(kept('time', 9)).toEqual({ note: 'late' })
  sessionStorage.setItem('manao.room.1.time.10', '{')
  expect(kept('time', 10)).toBeUndefined()
})
