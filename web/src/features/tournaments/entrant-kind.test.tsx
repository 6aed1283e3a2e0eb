import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { expect, it } from 'vitest'
import { EntrantScope, useEntrantTexts } from '@/i18n/entrants'
import en from '@/i18n/en/tournaments'
import { entrantKind, kindOfSides } from './entrant-kind'

function Named() {
  const t = useEntrantTexts('tournaments')
  return <p>{[t('tabs.entrants'), t('unit', { count: 1 }), t('unit', { count: 2 }), t('entrants.search')].join(' · ')}</p>
}

it('texts name teams or players by the tournament around them', async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { tournaments: en } } })
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
