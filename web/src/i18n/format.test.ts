import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatDays, formatTime, formatWeekday, mondayOf, startOfDay } from './format'

describe('times are shown in Bangkok', () => {
  it('crosses midnight, the year and the era', () => {
    const at = '2026-12-31T17:30:05.900Z'
    expect(formatDate(at, 'th')).toBe('1 ม.ค. 2570')
    expect(formatDate(at, 'en')).toBe('1 Jan 2027')
    expect(formatTime(at)).toBe('00:30:05')
    expect(formatDateTime(at, 'th')).toBe('1 ม.ค. 2570 00:30 น.')
    expect(formatDateTime(at, 'en')).toBe('1 Jan 2027 00:30')
  })
})

describe('days in Bangkok', () => {
  it('names a span by as little as tells it', () => {
    expect(formatDays('2026-11-21T03:00:00Z', '2026-12-06T03:00:00Z', 'th')).toBe('21 พ.ย.–6 ธ.ค.')
    expect(formatDays('2026-11-21T03:00:00Z', '2026-11-23T03:00:00Z', 'en')).toBe('21–23 Nov')
    // Late in the evening of London it is the next day in Bangkok.
    expect(formatDays('2026-11-20T17:00:00Z', '2026-11-21T16:59:59Z', 'en')).toBe('21 Nov')
  })
  it('begins a week on Monday', () => {
    const week = (at: string, weeks?: number) => mondayOf(at, weeks)
    expect([week('2026-11-22T16:59:00Z'), week('2026-11-22T17:00:00Z'), week('2026-11-29T16:59:00Z')]).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-23',
    ])
    expect([week('2026-11-25T00:00:00Z', -1), week('2026-12-31T00:00:00Z', 1)]).toEqual(['2026-11-16', '2027-01-04'])
    expect(formatWeekday('2026-11-22T17:00:00Z', 'th')).toBe('จ.')
  })
  it('reads a day from an address and nothing else', () => {
    expect(startOfDay('2026-11-23')).toBe(Date.parse('2026-11-22T17:00:00Z'))
    for (const day of ['2027-02-29', '2026-13-01', '23-11-2026', '', '2026-11-23T00:00:00Z']) expect(startOfDay(day), day).toBeUndefined()
  })
})
