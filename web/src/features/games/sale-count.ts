import { useQueryClient } from '@tanstack/react-query'
import type { GameQuery } from '@/api/catalogue.gen'
import { gameQuery, type Product } from '@/features/catalogue/queries'

/** Writes what is left of a flash sale into a game's answer: whoever shows or counts the price reads it there. */
export function useSaleCount(game: string): (sale: number, remaining: number) => void {
  const client = useQueryClient()
  const { queryKey } = gameQuery(game)
  return (sale, remaining) => {
    const counted = (product: Product): Product =>
      product.flashSale?.id === sale ? { ...product, flashSale: { ...product.flashSale, remaining } } : product
    client.setQueryData<GameQuery>(
      queryKey,
      (known) => (known?.game ? { ...known, game: { ...known.game, products: known.game.products.map(counted) } } : known),
      // One count makes the rest of the answer no fresher.
      { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
    )
  }
}
