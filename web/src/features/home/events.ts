import type { HomeQuery } from '@/api/catalogue.gen'
import type { DeliveryTicker, StockLive } from '@/api/generated'
import { queries } from '@/api/queries'
import { homeWithStock } from '@/features/catalogue/merge'
import { homeQuery } from '@/features/catalogue/queries'
import { newer } from '@/live'

// Events are merged into the home page's answer, from which everything is shown.

export function showStock(stock: StockLive): void {
  write((known) => homeWithStock(known, stock))
}

export function showTicker(ticker: DeliveryTicker): void {
  write((known) => ({ ...known, home: { ...known.home, ticker: newer(known.home.ticker, ticker) } }))
}

function write(change: (known: HomeQuery) => HomeQuery): void {
  const { queryKey } = homeQuery
  // One count does not make the rest of the answer fresher.
  const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  queries.setQueryData<HomeQuery>(queryKey, (known) => known && change(known), { updatedAt })
}
