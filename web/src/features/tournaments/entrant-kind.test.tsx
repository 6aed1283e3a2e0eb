import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startTexts, texts } from '@/i18n'
import { EntrantScope, useEntrantTexts } from '@/i18n/entrants'
import { entrantKind, kindOfSides } from './entrant-kind'

function Named() {
  const t = useEntrantTexts('tournaments')
  return <p>{[t('tabs.entrants'), t('unit', { count: 1 }), t('unit', { count: 2 }), t('entrants.search')].join(' · ')}</p>
}

it('texts name teams or players by the tournament around them', async () => {
  await startTexts('en')
  await texts('tournaments')()
  for (const [contestantType, said] of [
    ['team', 'Teams · team · teams · Search by name'],
    ['single', 'Players · player · players · Search by name'],
  ] as const) {
    render(
      <EntrantScope value={entrantKind({ contestantType })}>
        <Named />
      </EntrantScope>,
    )
    expect(screen.getByText(said)).toBeDefined()
    cleanup()
  }
})

it('a match is of single players where a side that is there has no team', () => {
  expect(kindOfSides([null, undefined])).toBe('team')
  expect(kindOfSides([{ teamId: 3 }, null])).toBe('team')
  expect(kindOfSides([null, { teamId: null }])).toBe('player')
})
