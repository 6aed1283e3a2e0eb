// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { allDaysOf, daysOf, firstDay, isReachable, momentOf, typedOf } from './picker'
import { roomOf } from './testing/room'

const at = (text: string) => Date.parse(`${text}+07:00`)
const NOW = at('2026-11-27T20:05:00')

it('offers the half hours of the tournament within the round, from ten minutes on', () => {
  const days = daysOf(roomOf(), [], NOW)
  expect(days.map(({ day }) => day)).toEqual(['2026-11-27', '2026-11-28', '2026-11-29'])
  expect(days[0]?.choices[0]?.at).toBe(at('2026-11-27T20:30:00'))
  expect(days[1]?.choices[0]?.at).toBe(at('2026-11-28T10:00:00'))
  // Three games of half an hour end with the hours of play.
  expect(days[1]?.choices.at(-1)?.at).toBe(at('2026-11-28T20:30:00'))
  // The round's last start.
  const short = daysOf(roomOf({}, { bestOf: 1 }), [], NOW)
  expect(short[1]?.choices.at(-1)?.at).toBe(at('2026-11-28T21:30:00'))
  expect(short[2]?.choices.at(-1)?.at).toBe(at('2026-11-29T21:00:00'))
  // A series that is longer than a day of play begins in its hours.
  const long = daysOf(roomOf({}, { bestOf: 5, gameMinutes: 180 }), [], NOW)
  expect(long[1]?.choices.at(-1)?.at).toBe(at('2026-11-28T21:30:00'))
})

it('what overlaps another match of a side cannot be chosen, what touches it can', () => {
  const busy = [{ side: 'away' as const, from: '2026-11-28T14:00:00+07:00', to: '2026-11-28T15:30:00+07:00', what: 'Cup' }]
  // Three games of half an hour each.
  const choices = daysOf(roomOf(), busy, NOW)[1]?.choices ?? []
  const taken = choices.filter((choice) => choice.busy)
  expect(taken.map((choice) => choice.at)).toEqual(['13:00', '13:30', '14:00', '14:30', '15:00'].map((time) => at(`2026-11-28T${time}:00`)))
  expect(taken[0]?.busy).toEqual({ side: 'away', what: 'Cup' })
})

it('opens at the time that it is about, else at the first day with one free', () => {
  const busy = [{ side: 'home' as const, from: '2026-11-27T00:00:00+07:00', to: '2026-11-28T00:00:00+07:00' }]
  const days = daysOf(roomOf(), busy, NOW)
  expect(firstDay(days)).toBe('2026-11-28')
  expect(firstDay(days, at('2026-11-29T12:00:00'))).toBe('2026-11-29')
  expect(firstDay([])).toBeUndefined()
})

it('those who run a tournament are offered every half hour for sixty days, also when the round is over', () => {
  const days = allDaysOf(roomOf(), [], NOW)
  expect([days[0]?.day, days.at(-1)?.day, days.length]).toEqual(['2026-11-27', '2027-01-26', 61])
  const [, saturday] = days
  expect(saturday?.choices).toHaveLength(48)
  const inside = saturday?.choices.filter(({ outside }) => !outside) ?? []
  expect([inside[0]?.at, inside.at(-1)?.at]).toEqual([at('2026-11-28T10:00:00'), at('2026-11-28T20:30:00')])
  const after = at('2026-12-05T09:00:00')
  expect(daysOf(roomOf(), [], after)).toEqual([])
  const late = allDaysOf(roomOf(), [], after)
  expect(late[0]?.choices[0]).toEqual({ at: at('2026-12-05T09:30:00'), outside: true })
})

it('a time is set from ten minutes on, for a year', () => {
  const minutes = (count: number) => NOW + count * 60_000
  expect([9, 10, 366 * 1440, 366 * 1440 + 1].map((count) => isReachable(minutes(count), NOW))).toEqual([false, true, true, false])
})

it('any minute can be typed, and what is no time is none', () => {
  const moment = at('2027-03-05T03:15:00')
  expect(typedOf(moment)).toEqual({ day: '05', month: '03', year: '2027', time: '03:15' })
  expect(momentOf(typedOf(moment))).toBe(moment)
  const typed = (time: string, day = '05') => momentOf({ day, month: '02', year: '2027', time })
  for (const time of ['19:15', '19.15', '1915', ' 19:15 ']) expect(typed(time)).toBe(at('2027-02-05T19:15:00'))
  expect(typed('9:05')).toBe(at('2027-02-05T09:05:00'))
  expect(['', '24:00', '19:60', '19'].map((time) => typed(time))).toEqual([undefined, undefined, undefined, undefined])
  expect([typed('19:15', '29'), typed('19:15', '')]).toEqual([undefined, undefined])
  expect(typedOf(undefined)).toEqual({ day: '', month: '', year: '', time: '' })
})

it('for those who run a tournament it opens at a day of the round', () => {
  const room = roomOf({ window: { opensAt: '2026-11-29T00:00:00+07:00', closesAt: '2026-11-29T21:00:00+07:00' } })
  expect(firstDay(allDaysOf(room, [], NOW))).toBe('2026-11-29')
  expect(firstDay(allDaysOf(room, [], at('2026-12-05T09:00:00')))).toBe('2026-12-05')
})
