import { expect, it } from 'vitest'
import { drawnGame, openGames, playedGames, winnerOf, wins } from './series'

const games = (...scores: Array<[number, number]>) => scores.map(([home, away]) => ({ home, away }))

it('a series is won by more than half of its games', () => {
  expect(winnerOf(games([13, 7]), 1)).toBe('home')
  expect(winnerOf(games([13, 7]), 3)).toBeUndefined()
  expect(winnerOf(games([13, 7], [2, 13], [11, 13]), 3)).toBe('away')
  expect(wins(games([1, 0], [0, 1], [2, 2]))).toEqual({ home: 1, away: 1 })
})

it('offers one game more than were won, and none after the last', () => {
  expect(openGames([], 3)).toBe(1)
  expect(openGames(games([1, 0]), 3)).toBe(2)
  expect(openGames(games([1, 0], [1, 0]), 3)).toBe(2)
  expect(openGames(games([1, 0], [0, 1]), 3)).toBe(3)
  // A level game has to be ended before the next one.
  expect(openGames(games([1, 0], [5, 5]), 5)).toBe(2)
  expect(openGames(games([1, 0]), 1)).toBe(1)
})

it('of what was typed those games count that were played', () => {
  expect(playedGames(games([1, 0], [1, 0], [0, 1]), 3)).toEqual(games([1, 0], [1, 0]))
  expect(playedGames(games([1, 0], [3, 3]), 3)).toEqual(games([1, 0]))
})

it('finds the game that was left at a draw, not the next one that is empty', () => {
  const won = { home: 13, away: 7 }
  expect(drawnGame([won, { home: 13, away: 13 }], 3)).toBe(1)
  expect(drawnGame([won, { home: 0, away: 0 }], 3)).toBeUndefined()
  expect(drawnGame([won, won], 3)).toBeUndefined()
})
