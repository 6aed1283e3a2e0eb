import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { monogram, TeamLogo } from './team-logo'

it('writes the letters that people would', () => {
  const cases = {
    'Bangkok Limes': 'BL',
    naga: 'NA',
    'เสือ เชียงใหม่': 'สช',
    แมงมุม: 'มง',
    'Khon Kaen 7': 'KK',
    '7': '7',
    '🐯 Tigers': '🐯T',
    '!!!': '?',
    '': '?',
  }
  for (const [name, letters] of Object.entries(cases)) expect(monogram(name), name).toBe(letters)
})

it('writes the letters where the picture does not come', () => {
  const { container } = render(<TeamLogo name="Bangkok Limes" shortName="BKL" logo="/files/gone.webp" />)
  const picture = container.querySelector('img')
  expect(picture).not.toBeNull()
  if (picture) fireEvent.error(picture)
  expect(screen.getByText('BK')).toBeDefined()
})
