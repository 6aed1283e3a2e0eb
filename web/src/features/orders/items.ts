import { useQuery } from '@tanstack/react-query'
import { validatePlayer } from '@/api/generated'
import { answerOf, ApiProblem } from '@/api/problem'
import { queries } from '@/api/queries'
import { cartQuery } from '@/features/cart/cart'
import { productQuery } from '@/features/catalogue/queries'

/** A line of what is about to be paid. */
export interface Item {
  key: string
  name: { th: string; en: string }
  gameName: { th: string; en: string }
  quantity: number
  playerId: string
  playerName: string
  totalSatang: number
}

interface Direct {
  productId: number
  quantity: number
  playerId: string
  server: string
}

/** What is about to be paid: one product straight from its page, or the whole cart. */
export function useItems(direct: Direct | undefined) {
  return useQuery({
    queryKey: ['items', direct ?? null],
    queryFn: () => (direct ? directItem(direct) : cartItems()),
    staleTime: 0,
    retry: false,
  })
}

async function directItem({ productId, quantity, playerId, server }: Direct): Promise<Item[]> {
  const { product } = await queries.fetchQuery(productQuery(productId))
  if (!product) throw new ApiProblem(404, { code: 'product_not_found' })
  const player = playerId
    ? await answerOf(validatePlayer({ body: { gameId: product.game.id, playerId, ...(server && { server }) } }))
    : undefined
  const unit = product.flashSale && product.flashSale.remaining >= quantity ? product.flashSale.priceSatang : product.priceSatang
  return [
    {
      key: String(product.id),
      name: product.name,
      gameName: product.game.name,
      quantity,
      playerId,
      playerName: player?.displayName ?? '',
      totalSatang: unit * quantity,
    },
  ]
}

async function cartItems(): Promise<Item[]> {
  const cart = await queries.fetchQuery({ ...cartQuery, staleTime: 0 })
  return cart.items
    .filter((item) => item.unavailable !== 'sold_out' && item.unavailable !== 'withdrawn')
    .map((item) => ({
      key: String(item.id),
      name: item.product.name,
      gameName: item.product.gameName,
      quantity: item.quantity,
      playerId: item.playerId ?? '',
      playerName: item.playerName ?? '',
      totalSatang: item.totalSatang,
    }))
}
