// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { withoutBonus } from './bonus'
import { saveChoice, loadChoice } from './saved-choice'
import { forgetSearches, readSearches, rememberSearch, useRecentSearches } from './recent-searches'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  forgetSearches()
})

it('keeps what a visitor typed for whoever signs in, and what a member typed for them alone', () => {
  const choice = { typed: '1234567', server: '2201', quantity: 2 }
  saveChoice('mlbb', undefined, choice)
  expect(loadChoice('mlbb', 7)).toMatchObject(choice)
  saveChoice('mlbb', 7, choice)
  expect(loadChoice('mlbb', 7)).toMatchObject(choice)
  expect(loadChoice('mlbb', 8)).toBeUndefined()
  expect(loadChoice('mlbb', undefined)).toBeUndefined()
  expect(loadChoice('rov', 7)).toBeUndefined()
})

it('keeps the choices of the last games only', () => {
  for (let game = 1; game <= 20; game += 1) saveChoice(`game-${game}`, undefined, { typed: `${game}`, server: '', quantity: 1 })
  expect(loadChoice('game-8', undefined)).toBeUndefined()
  expect(loadChoice('game-9', undefined)?.typed).toBe('9')
})

it('remembers six searches, each once, the latest first, and forgets them', () => {
  for (const word of ['a', ' rov ', 'ff', 'mlbb', 'pubg', 'hsr', 'zzz', 'lol', 'RoV']) rememberSearch(word)
  readSearches()
  expect(useRecentSearches.getState()).toEqual(['RoV', 'lol', 'zzz', 'hsr', 'pubg', 'mlbb'])
  localStorage.setItem('manao.searches', '{"no": "list"}')
  readSearches()
  expect(useRecentSearches.getState()).toEqual([])
  rememberSearch('rov')
  forgetSearches()
  expect(localStorage.getItem('manao.searches')).toBeNull()
})

it('tells a bonus from what is bought', () => {
  expect(withoutBonus('300 + 30 Genesis Crystals')).toEqual({ name: '300 Genesis Crystals', extra: '30' })
  expect(withoutBonus('คริสตัล 6,480 + 1,600')).toEqual({ name: 'คริสตัล 6,480', extra: '1,600' })
  expect(withoutBonus('คูปอง 370')).toEqual({ name: 'คูปอง 370', extra: undefined })
})
