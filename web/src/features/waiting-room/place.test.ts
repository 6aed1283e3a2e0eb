import { expect, it } from 'vitest'
import type { RoomLive, WaitingPlace } from '@/api/generated'
import { isOutdated, newer, numberNow, turnAt, withRoom } from './place'

const room: RoomLive = {
  flashSaleId: 7,
  serving: 10,
  waiting: 30,
  perMinute: 12,
  total: 100,
  sold: 38,
  paying: 41,
  isOver: false,
  version: 3,
}
const place: WaitingPlace = {
  flashSaleId: 7,
  productId: 1,
  name: { th: 'ก', en: 'A' },
  gameSlug: 'rov',
  hue: 1,
  motif: 'rings',
  glyph: '',
  priceSatang: 5_000,
  state: 'waiting',
  ticket: 40,
  number: 24,
  ahead: 23,
  turnMissed: false,
  remaining: 21,
  room,
  now: '2026-11-21T07:40:00Z',
  live: { topic: 'public:line:7' },
}

it('counts down with the announcements, and never up', () => {
  expect(numberNow(place)).toBe(24)
  const later = withRoom(place, { ...room, serving: 30, version: 4 })
  expect(numberNow(later)).toBe(10)
  expect(numberNow(withRoom(place, { ...room, serving: 39, version: 5 }))).toBe(1)
  expect(numberNow({ ...place, state: 'admitted' })).toBeUndefined()
})

it('keeps the newest announcement, whichever came first', () => {
  const old = withRoom(place, { ...room, serving: 5, version: 2 })
  expect(old.room).toBe(room)
  const shown = withRoom(place, { ...room, serving: 35, version: 9 })
  expect(newer(shown, { ...place, number: 4 })).toMatchObject({ number: 4, room: { serving: 35, version: 9 } })
  expect(newer(undefined, place)).toBe(place)
})

it('knows when the place has to be read again', () => {
  expect(isOutdated(place)).toBe(false)
  expect(isOutdated(withRoom(place, { ...room, serving: 40, version: 4 }))).toBe(true)
  expect(isOutdated(withRoom(place, { ...room, isOver: true, version: 4 }))).toBe(true)
  expect(isOutdated({ ...place, state: 'admitted', room: { ...room, isOver: true } })).toBe(false)
})

it('expects the turn by the speed of the line', () => {
  expect(turnAt(24, room, 1_000)).toBe(121_000)
  expect(turnAt(24, { ...room, perMinute: null }, 1_000)).toBeUndefined()
})
