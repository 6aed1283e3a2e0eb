import { expect, it } from 'vitest'
import { areaOf, moved, sentSize, settled, wholeOf } from './crop-area'

const WIDE = { width: 2000, height: 800 }
const TALL = { width: 600, height: 1000 }

it('begins with the largest cut of the shape, in the middle', () => {
  expect(areaOf(WIDE, 7 / 4, wholeOf(WIDE))).toEqual({ left: 300, top: 0, width: 1400, height: 800 })
  expect(areaOf(TALL, 1, wholeOf(TALL))).toEqual({ left: 0, top: 200, width: 600, height: 600 })
})

it('never leaves the picture, however far one drags or zooms', () => {
  expect(areaOf(TALL, 1, { x: -500, y: 5000, zoom: 2 })).toEqual({ left: 0, top: 700, width: 300, height: 300 })
  expect(areaOf(TALL, 1, { x: 300, y: 500, zoom: 0 }).width).toBe(600)
  expect(areaOf(TALL, 1, { x: 300, y: 500, zoom: 99 }).width).toBe(75)
})

it('moves on from the edge at once', () => {
  const edge = settled(TALL, 1, { x: 0, y: 5000, zoom: 2 })
  expect(edge).toEqual({ x: 150, y: 850, zoom: 2 })
  expect(moved(TALL, 1, edge, 0, -0.5).y).toBe(700)
})

it('sends no more pixels than there are, and no fewer than asked for', () => {
  const asked = { width: 700, height: 400 }
  const cut = (width: number) => ({ left: 0, top: 0, width, height: width / 1.75 })
  expect(sentSize(cut(300), asked, 1280)).toEqual({ width: 700, height: 400 })
  expect(sentSize(cut(1000), asked, 1280)).toEqual({ width: 1000, height: 571 })
  expect(sentSize(cut(4000), asked, 1280)).toEqual({ width: 1280, height: 731 })
})
