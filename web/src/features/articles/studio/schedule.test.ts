import { expect, it } from 'vitest'
import { calendarFile, firstShow, nextBroadcast } from './schedule'

const at = (text: string) => Date.parse(`${text}+07:00`)
const saturday = { id: 'sat', weekday: 6, time: '18:00', minutes: 210 }
const monday = { id: 'mon', weekday: 1, time: '19:00', minutes: 60 }
const sunday = { id: 'sun', weekday: 7, time: '23:30', minutes: 90 }

it('finds the broadcast that runs or comes next, in Thailand', () => {
  const start = at('2026-11-28T18:00')
  expect(nextBroadcast(saturday, at('2026-11-27T09:00')).startsAt).toBe(start)
  expect(nextBroadcast(saturday, at('2026-11-28T21:29')), 'still on').toEqual({ startsAt: start, endsAt: at('2026-11-28T21:30') })
  expect(nextBroadcast(saturday, at('2026-11-28T21:30')).startsAt, 'next week').toBe(at('2026-12-05T18:00'))
  expect(nextBroadcast(sunday, at('2026-11-30T00:15')).startsAt, 'over midnight of the week').toBe(at('2026-11-29T23:30'))
})

it('puts the first of all shows in front', () => {
  const shows = [monday, saturday]
  expect(firstShow(shows, at('2026-11-28T12:00'))?.show.id).toBe('sat')
  expect(firstShow(shows, at('2026-11-29T12:00'))?.show.id).toBe('mon')
  expect(firstShow([], 0)).toBeUndefined()
})

it('writes a calendar file that any calendar reads', () => {
  const show = { id: 'sat', title: 'เวที\u2060ใหญ่, วันเสาร์', about: `รอบรอง; ${'ชิง '.repeat(40)}` }
  const file = calendarFile(show, nextBroadcast(saturday, at('2026-11-28T12:00')), 'https://manao.example/estudio', at('2026-11-28T12:00'))
  expect(file).toContain('DTSTART:20261128T110000Z\r\nDTEND:20261128T143000Z\r\n')
  expect(file).toContain('SUMMARY:เวทีใหญ่\\, วันเสาร์\r\n')
  expect(file).toContain('UID:sat-20261128T110000Z@manao.example')
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:รอบรอง\\; ${'ชิง '.repeat(40)}`)
})
