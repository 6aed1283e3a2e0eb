import { expect, test } from 'vitest'
import { isNewer, withProgress } from './announce'
import { inOrder, withWhom } from './desk'
import { readBy, rowsOf } from './rows'
import { message } from './testing/model'
import { partsOf } from './message-text'

test('a link in a text is one, and nothing else in it means anything', () => {
  expect(partsOf('<b>ดู</b> https://example.com/a?b=1&c=(2). แล้ว javascript:alert(1)')).toEqual([
    { text: '<b>ดู</b> ' },
    { text: 'https://example.com/a?b=1&c=(2', link: 'https://example.com/a?b=1&c=(2' },
    { text: '). แล้ว javascript:alert(1)' },
  ])
  expect(partsOf('https://')).toEqual([{ text: 'https://' }])
})

test('days and what is new are marked, and what one person says at a time stands together', () => {
  const items = [
    message(1, { at: '2026-11-28T16:50:00Z' }),
    message(2, { at: '2026-11-28T16:52:00Z' }),
    // Midnight in Bangkok is at 17:00 UTC.
    message(3, { at: '2026-11-28T17:01:00Z' }),
    message(4, { at: '2026-11-28T17:02:00Z' }),
    message(5, { at: '2026-11-28T17:03:00Z', kind: 'time_proposed' }),
    message(6, { at: '2026-11-28T17:04:00Z' }),
  ]
  const told = rowsOf(items, [], 4).map((row) => (row.type === 'message' ? `${row.item.seq}${row.follows ? ' follows' : ''}` : row.type))
  expect(told).toEqual(['day', '1', '2 follows', 'day', '3', 'unread', '4', '5', '6'])
})

test('what one has sent keeps its place when it gets its number', () => {
  const [before] = rowsOf([], [{ clientId: 'c', text: 'hello', pictures: [], at: 0, state: 'sending' }], undefined)
  const after = rowsOf([message(1, { clientId: 'c' })], [], undefined).at(-1)
  expect(after?.key).toBe(before?.key)
})

test('read is what the other side has read; for those who run it, both sides', () => {
  expect(readBy({ seq: 4, side: 'home' }, { home: 9, away: 3, staff: 9 })).toBe('none')
  expect(readBy({ seq: 4, side: 'home' }, { away: 4 })).toBe('all')
  expect(readBy({ seq: 4, side: 'staff' }, { home: 4, away: 3 })).toBe('one')
  expect(readBy({ seq: 4, side: 'staff' }, { home: 4, away: 4 })).toBe('all')
  expect(readBy({ seq: 4, side: 'entrant' }, { entrant: 9, staff: 3 })).toBe('none')
  expect(readBy({ seq: 4, side: 'staff' }, { entrant: 4 })).toBe('all')
})

const entrant = (id: number, name: string, stands = true) => ({ id, name, shortName: name, stands })
const line = (contestantId: number, unread: number, at: string) => ({
  contestantId,
  name: 'L',
  shortName: 'L',
  reported: 0,
  unread,
  lastSeq: 1,
  last: { name: 'x', kind: 'text', at },
})

test('who is out is listed once something was said with them, also when the table does not know them', () => {
  const silent = { contestantId: 5, name: 'S', shortName: 'S', unread: 0, reported: 0, lastSeq: 0 }
  const listed = withWhom(
    [entrant(1, 'A'), entrant(2, 'B', false), entrant(3, 'C', false)],
    [line(2, 1, '2026-11-28T12:00:00Z'), line(4, 1, '2026-11-28T12:00:00Z'), silent],
  )
  expect(listed.map(({ id, stands }) => [id, stands])).toEqual([
    [1, true],
    [2, false],
    [4, false],
  ])
})

test('whoever waits for an answer stands first, then the latest, then the others by name', () => {
  const lines = [line(2, 0, '2026-11-28T12:00:00Z'), line(3, 1, '2026-11-20T12:00:00Z'), line(4, 2, '2026-11-21T12:00:00Z')]
  const order = inOrder([entrant(1, 'B'), entrant(2, 'C'), entrant(3, 'D'), entrant(4, 'E'), entrant(5, 'A')], lines)
  expect(order.map((each) => each.entrant.id)).toEqual([4, 3, 2, 5, 1])
})

test('how far an announcement has come only rises, whatever order it is told in', () => {
  const known = {
    items: [{ id: 1, text: '', createdAt: '', recipients: 40, delivered: 20, read: 5 }],
    total: 1,
    page: 1,
    perPage: 20,
    audience: { entrants: 1, people: 1 },
  }
  const done = withProgress(known, { id: 1, recipients: 40, delivered: 40, read: 6, finishedAt: 'now' })
  const late = withProgress(done, { id: 1, recipients: 40, delivered: 30, read: 5 })
  expect(late.items[0]).toMatchObject({ delivered: 40, read: 6, finishedAt: 'now' })
})

test('an announcement is new when it was made after all that are known', () => {
  const page = (...ids: number[]) => ({
    items: ids.map((id) => ({ id, text: '', createdAt: '', recipients: 1, delivered: 1, read: 0 })),
    total: 30,
    page: 1,
    perPage: 10,
    audience: { entrants: 1, people: 1 },
  })
  expect([12, 9, 1].map((id) => isNewer([page(11, 10), page(3, 2)], id))).toEqual([true, false, false])
  expect(isNewer([page()], 1)).toBe(true)
})
