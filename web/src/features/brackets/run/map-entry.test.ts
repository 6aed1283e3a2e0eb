import { describe, expect, it } from 'vitest'
import { draftOf, faults, pointsOf, toSend, type EntryRow, typedOf } from './map-entry'
import { isTable, paste } from './paste'

const row = (contestantId: number, place: string, kills = '0', more: Partial<EntryRow> = {}): EntryRow => ({
  contestantId,
  place,
  kills,
  penalty: '',
  absent: false,
  shared: false,
  ...more,
})

const codes = (rows: EntryRow[], players = 4) => faults(rows, players).map(({ at, of, code }) => `${at ?? '-'} ${of} ${code}`)

describe('what cannot be', () => {
  it('takes places that are all there once, and who did not start', () => {
    expect(faults([row(1, '2', '3'), row(2, '1', ''), row(3, '', '', { absent: true })], 4)).toEqual([])
  })

  it('names a place that is missing, no number, out of range or given twice, each where it stands', () => {
    expect(codes([row(1, ''), row(2, 'x'), row(3, '9'), row(4, '0')])).toEqual([
      '0 place missing',
      '1 place number',
      '2 place range',
      '3 place range',
    ])
    expect(faults([row(1, '1'), row(2, '1'), row(3, '3')], 4)).toEqual([
      { at: 0, of: 'place', code: 'taken', others: [1] },
      { at: 1, of: 'place', code: 'taken', others: [0] },
    ])
  })

  it('lets a place be shared only where all who have it say so, and passes the next over', () => {
    const shared = { shared: true }
    expect(codes([row(1, '1', '0', shared), row(2, '1', '0', shared), row(3, '3')])).toEqual([])
    expect(codes([row(1, '1', '0', shared), row(2, '1'), row(3, '3')])).toEqual(['0 place taken', '1 place taken'])
    expect(codes([row(1, '1', '0', shared), row(2, '1', '0', shared), row(3, '2')])).toEqual(['- place leftOut'])
  })

  it('knows that a place is left out', () => {
    expect(faults([row(1, '1'), row(2, '2'), row(3, '', '', { absent: true }), row(4, '3'), row(5, '3', '0')], 1).length).toBe(2)
    expect(faults([row(1, '2'), row(2, '3', '0', { shared: true }), row(3, '3', '0', { shared: true })], 1)).toEqual([
      { at: undefined, of: 'place', code: 'leftOut', place: 1 },
    ])
  })

  it('bounds kills by the players of the others who started, and penalties by three digits', () => {
    const rows = [row(1, '1', '5'), row(2, '2', '4'), row(3, '', '', { absent: true, penalty: 'x' })]
    expect(faults(rows, 4)).toEqual([
      { at: 0, of: 'kills', code: 'most', most: 4 },
      { at: 2, of: 'penalty', code: 'number' },
    ])
    expect(codes([row(1, '1', '-1')])).toEqual(['0 kills number'])
    expect(codes([row(1, '1', '2.5')])).toEqual(['0 kills number'])
  })
})

it('sends what was typed, and shows what was sent', () => {
  const rows = [row(7, '1', '3', { shared: true, penalty: '−2' }), row(8, '', '5', { absent: true }), row(9, '2', '')]
  const sent = toSend(rows)
  expect(sent).toEqual([
    { contestantId: 7, place: 1, kills: 3, shared: true, penalty: -2 },
    { contestantId: 8, place: null, kills: 0 },
    { contestantId: 9, place: 2, kills: 0 },
  ])
  expect(typedOf([9, 7, 8, 6], sent)).toEqual([
    row(9, '2'),
    row(7, '1', '3', { shared: true, penalty: '2' }),
    row(8, '', '', { absent: true }),
    row(6, '', ''),
  ])
})

it('keeps as a draft what is begun, unless something in it is wrong', () => {
  const begun = [row(1, '2', '1'), row(2, '', ''), row(3, '', '', { absent: true })]
  expect(draftOf(begun, 4)).toEqual([
    { contestantId: 1, place: 2, kills: 1 },
    { contestantId: 3, place: null, kills: 0 },
  ])
  expect(draftOf([row(1, '1'), row(2, '1')], 4)).toBeUndefined()
  expect(draftOf([row(1, ''), row(2, '')], 4)).toBeUndefined()
  expect(typedOf([1, 2], [], [2])).toEqual([row(1, '', ''), row(2, '', '', { absent: true })])
})

it('counts points while one types', () => {
  const table = { points: [12, 9], killPoints: 1 }
  expect(pointsOf(row(1, '1', '3', { penalty: '2' }), table)).toBe(13)
  expect(pointsOf(row(1, '5', '3'), table)).toBe(3)
  expect(pointsOf(row(1, ''), table)).toBeUndefined()
  expect(pointsOf(row(1, '', '', { absent: true, penalty: '4' }), table)).toBe(-4)
})

describe('rows of a sheet', () => {
  const lobby = [
    { contestantId: 1, name: 'Bangkok Limes', shortName: 'BKL' },
    { contestantId: 2, name: 'เทคนิค 9', shortName: 'T9' },
    { contestantId: 3, name: '1907', shortName: '1907' },
  ]
  const empty = lobby.map(({ contestantId }) => row(contestantId, '', ''))
  const filled = (text: string, from = 0) => {
    const { rows, ...rest } = paste(text, empty, from, lobby)
    return { rows: rows.map(({ place, kills }) => `${place}/${kills}`), ...rest }
  }

  it('finds each by its name or short name, in any order, and says whom it does not know', () => {
    expect(filled('Team\tPlace\tKills\nเทคนิค 9\t1\t7\nbkl\t2\t04\nNobody\t3\t1\n1907\t3\t2\n')).toEqual({
      rows: ['2/4', '1/7', '3/2'],
      filled: 3,
      unknown: ['Nobody'],
    })
  })

  it('fills from the row one stands in downwards where no names are', () => {
    expect(filled('2, 5\n1; 9\n3,0', 1)).toEqual({ rows: ['/', '2/5', '1/9'], filled: 2, unknown: [] })
  })

  it('tells a cell from a table', () => {
    expect(['12', '1\t2', '1,2', 'one\n'].map(isTable)).toEqual([false, true, true, false])
  })
})
