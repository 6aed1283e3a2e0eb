import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LETTERS } from './channel-mark'
import { contrast } from './contrast'

const css = readFileSync('src/ui/styles.css', 'utf8')
const color = (name: string) => {
  const hex = new RegExp(`--color-${name}: (#[0-9a-f]{6})`).exec(css)?.[1]
  if (!hex) throw new Error(`no token ${name}`)
  return hex
}

const between = (front: string, back: string) => contrast(color(front), color(back))

const grounds = ['ink', 'ground', 'panel', 'raise']

describe('the palette (WCAG 2.2 AA)', () => {
  it.each(['text', 'mute', 'lime', 'amber', 'red'].flatMap((front) => grounds.map((back) => [front, back] as const)))(
    '%s is readable on %s',
    (front, back) => {
      expect(between(front, back)).toBeGreaterThanOrEqual(4.5)
    },
  )
  it.each([
    ['lime', 'lime-dim'],
    ['amber', 'amber-dim'],
    ['red', 'red-dim'],
    ['ink', 'lime'],
  ])('%s is readable on %s', (front, back) => {
    expect(between(front, back)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(grounds)('the border of a control is seen on %s', (back) => {
    expect(between('control', back)).toBeGreaterThanOrEqual(3)
  })
  it('the letters of a payment channel are readable on their tile', () => {
    for (const [, tile] of Object.values(LETTERS)) expect(contrast('#ffffff', tile)).toBeGreaterThanOrEqual(4.5)
  })
})
