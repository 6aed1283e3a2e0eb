import { expect, it } from 'vitest'
import { faultOf, type GameDraft, gamesOf, openDrafts, standing, withPoints, withWinner } from './sheet'

it('a decided series closes the games after it', () => {
  let drafts: GameDraft[] = []
  expect(openDrafts(drafts, 3)).toBe(1)
  drafts = withWinner(drafts, 0, 'home')
  expect(openDrafts(drafts, 3)).toBe(2)
  drafts = withWinner(drafts, 1, 'home')
  expect(openDrafts(drafts, 3)).toBe(2)
  expect(standing(drafts, 3)).toEqual({ home: 2, away: 0, winner: 'home' })
  // The second was the other side's after all: a third is to be played.
  drafts = withWinner(drafts, 1, 'away')
  expect(openDrafts(drafts, 3)).toBe(3)
  expect(gamesOf(drafts, 3)).toBeUndefined()
})

it('games entered beyond the one that decides are not sent', () => {
  let drafts = withWinner([], 0, 'home')
  drafts = withWinner(drafts, 1, 'away')
  drafts = withWinner(drafts, 2, 'home')
  drafts = withWinner(drafts, 1, 'home')
  expect(gamesOf(drafts, 3)).toEqual([
    { home: 1, away: 0 },
    { home: 1, away: 0 },
  ])
})

it('points stay with the one who won, and what does not fit is found', () => {
  let drafts = withPoints(withPoints(withWinner([], 0, 'home'), 0, 'home', 18), 0, 'away', 11)
  expect(withWinner(drafts, 0, 'home')[0]).toMatchObject({ home: 18, away: 11 })
  // Chosen for the wrong side before.
  expect(withWinner(drafts, 0, 'away')[0]).toMatchObject({ home: 11, away: 18, winner: 'away' })
  drafts = withPoints(drafts, 0, 'away', 18)
  expect(faultOf(drafts, 1)).toBe(0)
  expect(gamesOf(drafts, 1)).toBeUndefined()
  expect(gamesOf(withPoints(drafts, 0, 'away', 17), 1)).toEqual([{ home: 18, away: 17 }])
})
