import { replaceEqualDeep } from '@tanstack/react-query'
import type { GameQuery, HomeQuery } from '@/api/catalogue.gen'
import type { StockLive } from '@/api/generated'
import { newer } from '@/live'

interface Count {
  remaining: number
  version: number
}

/** Returns the stock of a flash sale as events announced it, if any. */
type CountLookup = (id: number) => Count | undefined

function counted<S extends Count & { id: number }>(sale: S, told: CountLookup): S {
  const { remaining, version } = newer<Count>(told(sale.id), sale)
  return { ...sale, remaining, version }
}

function homeWith(answer: HomeQuery, told: CountLookup): HomeQuery {
  return { ...answer, home: { ...answer.home, flashSales: answer.home.flashSales.map((sale) => counted(sale, told)) } }
}

function gameWith(answer: GameQuery, told: CountLookup): GameQuery {
  if (!answer.game) return answer
  const products = answer.game.products.map((product) =>
    product.flashSale ? { ...product, flashSale: counted(product.flashSale, told) } : product,
  )
  return { ...answer, game: { ...answer.game, products } }
}

const only =
  (stock: StockLive): CountLookup =>
  (id) =>
    id === stock.flashSaleId ? stock : undefined

/** The home page's answer with an event's newer count. */
export const homeWithStock = (answer: HomeQuery, stock: StockLive) => homeWith(answer, only(stock))
/** A game's answer with an event's newer count. */
export const gameWithStock = (answer: GameQuery, stock: StockLive) => gameWith(answer, only(stock))

/** A fresh answer, updated with events since it was made. */
export function mergeHome(shown: unknown, fresh: unknown): HomeQuery {
  const [before, answer] = [shown as HomeQuery | undefined, fresh as HomeQuery]
  if (!before) return answer
  const sales = new Map(before.home.flashSales.map((sale) => [sale.id, sale]))
  const merged = homeWith(answer, (id) => sales.get(id))
  return replaceEqualDeep(before, { ...merged, home: { ...merged.home, ticker: newer(before.home.ticker, answer.home.ticker) } })
}

/** Does the same for a game's answer. */
export function mergeGame(shown: unknown, fresh: unknown): GameQuery {
  const [before, answer] = [shown as GameQuery | undefined, fresh as GameQuery]
  const sales = new Map(before?.game?.products.map(({ flashSale }) => [flashSale?.id, flashSale ?? undefined]))
  return replaceEqualDeep(
    before,
    gameWith(answer, (id) => sales.get(id)),
  )
}
