// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mayDispute, mayMove, mayPropose, mayReport, nextCard, otherwise, waitsForPromoter } from './next'
import { nowOf, roomOf } from './testing/room'

const AT = '2026-11-27T20:00:00+07:00'
const proposal = { id: 5, side: 'away', name: 'KhunKao', at: AT, createdAt: AT, expiresAt: '2026-11-26T12:00:00+07:00' } as const

it('says to each what is theirs: a side, those who run it, and who only watches', () => {
  const next = { home: { code: 'answer_time', until: AT }, away: { code: 'wait_answer' }, staff: { code: 'rule' } } as const
  expect(nextCard(roomOf({ next }))).toEqual({ code: 'side.answer_time', mine: true, until: AT })
  expect(nextCard(roomOf({ next }, { me: { side: 'away', acts: true } }))).toEqual({ code: 'side.wait_answer', mine: false })
  // A player who is not asked to answer.
  expect(nextCard(roomOf({ next }, { me: { side: 'home', acts: false } })).mine).toBe(false)
  expect(nextCard(roomOf({ next }, { me: { staff: 'co_promoter', acts: false } }))).toEqual({ code: 'staff.rule', mine: true })
  expect(nextCard(roomOf({ next, state: 'scheduled', scheduledAt: AT }, { me: { acts: false } }))).toEqual({
    code: 'watch.timed',
    mine: false,
    until: AT,
  })
})

it('an assistant decides nothing and sets times', () => {
  const assistant = (code: 'rule' | 'no_show' | 'overdue' | 'set_time') =>
    roomOf({ next: { ...nowOf().next, staff: { code } } }, { me: { staff: 'assistant', acts: false } })
  for (const code of ['rule', 'no_show', 'overdue'] as const) {
    expect([nextCard(assistant(code)).mine, waitsForPromoter(assistant(code))]).toEqual([false, true])
  }
  expect([nextCard(assistant('set_time')).mine, waitsForPromoter(assistant('set_time'))]).toEqual([true, false])
  expect(waitsForPromoter(roomOf({ next: { ...nowOf().next, staff: { code: 'rule' } } }))).toBe(false)
})

it('what the other side reported can be disputed until one has reported oneself', () => {
  const submitted = nowOf({ state: 'submitted', reported: { home: false, away: true } })
  expect([mayDispute(submitted, 'home'), mayDispute(submitted, 'away')]).toEqual([true, false])
  const absent = { ...submitted, noShow: { absent: 'home', reportedAt: AT, standsAt: AT } } as const
  expect(mayDispute(absent, 'home')).toBe(false)
  expect(mayDispute({ ...submitted, state: 'disputed' }, 'home')).toBe(false)
})

it('a match that has begun can be moved, one that was reported cannot', () => {
  expect(mayMove(nowOf({ state: 'playing' }))).toBe(true)
  expect(['submitted', 'disputed', 'decided', 'cancelled'].some((state) => mayMove(nowOf({ state: state as 'decided' })))).toBe(false)
})

it('says what becomes of the time if nobody does anything', () => {
  const { settleBy, defaultAt } = nowOf().window
  expect(otherwise(nowOf())).toEqual({ key: 'default', by: settleBy, at: defaultAt })
  expect(otherwise(nowOf({ proposal }))).toEqual({
    key: 'expires_then_default',
    expires: proposal.expiresAt,
    by: settleBy,
    at: defaultAt,
  })
  // The same moment in another notation.
  const atSettle = { ...proposal, expiresAt: '2026-11-28T10:00:00Z' }
  expect(otherwise(nowOf({ proposal: atSettle }))?.key).toBe('expires_default')
  expect(otherwise(nowOf({ state: 'scheduled', scheduledAt: AT, proposal }))).toEqual({
    key: 'expires_keeps',
    expires: proposal.expiresAt,
    at: AT,
  })
  expect(otherwise(nowOf({ state: 'scheduled', scheduledAt: AT }))).toBeUndefined()
  expect(otherwise(nowOf({ state: 'decided' }))).toBeUndefined()
})

it('a time can be moved until the match begins, and a result is sent from then on', () => {
  const agreed = nowOf({ state: 'scheduled', scheduledAt: AT })
  const [before, begun] = [Date.parse(AT) - 1, Date.parse(AT)]
  expect([mayPropose(agreed, before), mayPropose(agreed, begun)]).toEqual([true, false])
  expect([mayReport(agreed, 'home', before), mayReport(agreed, 'home', begun)]).toEqual([false, true])
  // Without a time it can be both.
  expect([mayPropose(nowOf(), before), mayReport(nowOf(), 'home', before)]).toEqual([true, true])
  // Not before its round opens, as on the server.
  const opens = Date.parse(nowOf().window.opensAt)
  expect([mayReport(nowOf(), 'home', opens - 1), mayReport(nowOf(), 'home', opens)]).toEqual([false, true])
  expect(mayReport(nowOf({ state: 'submitted', reported: { home: true, away: false } }), 'home', begun)).toBe(false)
  expect(mayPropose(nowOf({ awayId: null }), before)).toBe(false)
})
