import { expect, it } from 'vitest'
import type { GameQuery, HomeQuery } from '@/api/catalogue.gen'
import { gameWithStock, homeWithStock, mergeGame, mergeHome } from './merge'

const sale = (id: number, remaining: number, version: number) => ({ id, remaining, version })

function home(version: number, ...sales: { id: number; remaining: number; version: number }[]): HomeQuery {
  const ticker = { count: version, medianSeconds: 9, version }
  return { home: { banners: [], shelves: [], flashSales: sales as HomeQuery['home']['flashSales'], ticker } }
}

function game(remaining: number, version: number, priceSatang = 100): GameQuery {
  const products = [
    { id: 1, priceSatang, flashSale: sale(5, remaining, version) },
    { id: 2, priceSatang, flashSale: null },
  ]
  return { game: { id: 3, products } as unknown as GameQuery['game'] }
}

it('keeps the newer count, whether an event or an answer brought it', () => {
  const counted = homeWithStock(home(1, sale(5, 9, 4), sale(6, 9, 4)), { flashSaleId: 5, remaining: 7, version: 6 })
  expect(counted).toEqual(home(1, sale(5, 7, 6), sale(6, 9, 4)))
  expect(homeWithStock(counted, { flashSaleId: 5, remaining: 8, version: 5 })).toEqual(counted)
  expect(mergeHome(counted, home(2, sale(5, 8, 5), sale(6, 3, 5), sale(7, 1, 1)))).toEqual(
    home(2, sale(5, 7, 6), sale(6, 3, 5), sale(7, 1, 1)),
  )
  expect(mergeHome(home(3), home(2)).home.ticker.version, 'the ticker too').toBe(3)
  expect(mergeHome(undefined, home(1))).toEqual(home(1))
})

it('does so in a game, and leaves alone what did not change', () => {
  const counted = gameWithStock(game(9, 4), { flashSaleId: 5, remaining: 7, version: 6 })
  expect(counted).toEqual(game(7, 6))
  expect(mergeGame(counted, game(8, 5, 120))).toEqual(game(7, 6, 120))
  expect(mergeGame(counted, game(7, 6))).toBe(counted)
  expect(mergeGame(undefined, { game: null })).toEqual({ game: null })
})
