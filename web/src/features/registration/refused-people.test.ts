// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { refusedPeople } from './refused-people'

it('puts what was refused at the person whom it concerns', () => {
  const problem = new ApiProblem(422, {
    message: 'ข้อมูลบางช่องไม่ถูกต้อง',
    fields: { 'players.17.gameId': 'player_game_id_twice', 'players.18': 'player_in_other_entry', 'documents.0': 'document_not_found' },
    fieldMessages: { 'players.17.gameId': 'ไอดีเกมนี้ซ้ำ' },
  })
  expect([...refusedPeople(problem)]).toEqual([
    [17, 'ไอดีเกมนี้ซ้ำ'],
    [18, 'ข้อมูลบางช่องไม่ถูกต้อง'],
  ])
  expect(refusedPeople(new Error('x')).size + refusedPeople(null).size).toBe(0)
})
