import type { BracketMatch, BracketStage } from '@/api/generated'
import { expect, it } from 'vitest'
import { board, tables } from '@/testing/brackets'
import { currentStage, lastResults, nextMatches, shownMatch } from './current'
import { scenesOf } from './scenes'

const stage = (number: number, state: BracketStage['state']): BracketStage => ({
  stage: number,
  format: 'bracket',
  state,
  entrants: 8,
  matches: 7,
  decided: 0,
})

it('shows the stage that is played, else the last one that was', () => {
  expect(currentStage([stage(1, 'decided'), stage(2, 'published'), stage(3, 'none')])).toBe(2)
  expect(currentStage([stage(1, 'decided'), stage(2, 'draft')])).toBe(1)
  expect(currentStage([stage(1, 'none')])).toBeUndefined()
})

it('puts what is played before what comes by time, and what has no time last', () => {
  const { matches } = tables()
  const later = { ...matches[0], id: 50, state: 'ready' } as BracketMatch
  const sooner = { ...matches[0], id: 51, state: 'scheduled', scheduledAt: '2026-11-24T05:00:00Z' } as BracketMatch
  expect(nextMatches([later, ...matches, sooner], 9).map(({ id }) => id)).toEqual([8, 51, 9, 50])
  expect(lastResults(matches, 2)).toHaveLength(2)
  expect(shownMatch(matches, 3)?.id).toBe(3)
  expect(shownMatch(matches, 99)).toBeUndefined()
  expect(shownMatch(matches, undefined)?.id).toBe(8)
  expect(shownMatch(matches.slice(0, 1), undefined)?.id).toBe(1)
  expect(shownMatch([], undefined)).toBeUndefined()
})

it('divides tables and boards into what can be read from far', () => {
  expect(scenesOf(tables()).map(({ key }) => key)).toEqual(['tables 1 2', 'next', 'results'])
  expect(scenesOf(board()).map(({ key }) => key)).toEqual(['board 1 0'])
  const large = tables()
  large.groups = large.groups.map((group) => ({
    ...group,
    lines: Array.from({ length: 7 }, () => group.lines[0] as (typeof group.lines)[0]),
  }))
  expect(scenesOf(large).map(({ key }) => key)).toEqual(['tables 1', 'tables 2', 'next', 'results'])
})
