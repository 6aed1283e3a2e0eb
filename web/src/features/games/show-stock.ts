import type { GameQuery } from '@/api/catalogue.gen'
import type { StockLive } from '@/api/generated'
import { queries } from '@/api/queries'
import { gameWithStock } from '@/features/catalogue/merge'
import { gameQuery } from '@/features/catalogue/queries'

/** Writes a flash sale's remaining stock into a game's answer, which is where prices are shown and calculated from. */
export function showStock(game: string, stock: StockLive): void {
  const { queryKey } = gameQuery(game)
  // One count does not make the rest of the answer fresher.
  const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  queries.setQueryData<GameQuery>(queryKey, (known) => known && gameWithStock(known, stock), { updatedAt })
}
