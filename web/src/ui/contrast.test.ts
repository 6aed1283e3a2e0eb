import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/ui/styles.css', 'utf8')
const color = (name: string) => {
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6})`).exec(css)?.[1]
  if (!hex) throw new Error(`no token ${name}`)
  return hex
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(color(a)), luminance(color(b))].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ink', 'ground', 'panel', 'raise']

describe('the palette (WCAG 2.2 AA)', () => {
  it.each(['text', 'mute', 'lime', 'amber', 'red'].flatMap((front) => grounds.map((back) => [front, back] as const)))(
    '%s is readable on %s',
    (front, back) => {
      expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5)
    },
  )
  it.each([
    ['lime', 'lime-dim'],
    ['amber', 'amber-dim'],
    ['red', 'red-dim'],
    ['ink', 'lime'],
  ])('%s is readable on %s', (front, back) => {
    expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(grounds)('the border of a control is seen on %s', (back) => {
    expect(contrast('control', back)).toBeGreaterThanOrEqual(3)
  })
})
