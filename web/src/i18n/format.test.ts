import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatTime } from './format'

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
