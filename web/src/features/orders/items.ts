import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CartItem, partnersValidatePlayer } from '@/api/generated'
import type { CartSelection } from '@/features/coupons/checkout-coupon'
import { answerOf, ApiProblem } from '@/api/problem'
import { queries } from '@/api/queries'
import { cartQuery } from '@/features/cart/cart'
import { productQuery } from '@/features/catalogue/queries'

/** A line about to be paid. */
export interface Item {
  key: string
  productId: number
  name: { th: string; en: string }
  gameName: { th: string; en: string }
  hue: number
  motif: string
  glyph: string
  /** A gift card or code: its cover looks like a card. */
  card: boolean
  quantity: number
  playerId: string
  /** The display name: `Asia`, not `asia`. */
  serverName: string
  playerName: string
  /** The goods are for a mobile number, shown by `playerName`. */
  byNumber?: boolean
  /** Whether the number's owner still has to agree. */
  consentNeeded?: boolean
  /** The company that sells it. */
  seller?: string | undefined
  unitPriceSatang: number
  /** ISO 3166 code of the country that the buyer's account must belong to */
  region?: string | undefined
  /** The price of a piece when it was put in the cart, where it has changed since. */
  oldPriceSatang: number | undefined
  totalSatang: number
}

/** The items to be paid, and the selection for the request. */
interface Buying {
  items: Item[]
  selection: CartSelection
  /** Lines of the cart that cannot be bought now, and stay in it. */
  leftOut: number
  /** Version of the cart that the items were read from. */
  version?: number
}

interface Direct {
  productId: number
  quantity: number
  playerId: string
  server: string
}

/** Returns the items to be paid: one product straight from its page, or all of the cart that can be bought, which other tabs may change. */
export function useBuying(direct: Direct | undefined) {
  const buying = useQuery({
    queryKey: ['items', direct ?? null],
    queryFn: () => (direct ? buyingDirectly(direct) : buyingCart()),
    staleTime: 0,
    retry: false,
  })
  // Only read from the cache: the items' own query fetches the cart.
  const { data: cart } = useQuery({ ...cartQuery, enabled: false })
  const { refetch, data } = buying
  const outdated = direct === undefined && data?.version !== undefined && cart !== undefined && cart.version > data.version
  useEffect(() => {
    if (outdated) void refetch()
  }, [outdated, refetch])
  return buying
}

export function directSelection({ productId, quantity, playerId, server }: Direct): CartSelection {
  return { direct: { productId, quantity, ...(playerId && { playerId }), ...(server && { server }) } }
}

async function buyingDirectly(direct: Direct): Promise<Buying> {
  const { productId, quantity, playerId, server } = direct
  const { product } = await queries.fetchQuery({ ...productQuery(productId), staleTime: 0 })
  if (!product) throw new ApiProblem(404, { code: 'product_not_found' })
  const byNumber = product.game.target === 'NUMBER'
  const player = playerId
    ? await answerOf(
        partnersValidatePlayer({ body: { gameId: product.game.id, playerId, ...(server && { server }), ...(byNumber && { productId }) } }),
      )
    : undefined
  const unit = product.flashSale && product.flashSale.remaining >= quantity ? product.flashSale.priceSatang : product.priceSatang
  const item: Item = {
    key: String(product.id),
    productId: product.id,
    name: product.name,
    gameName: product.game.name,
    hue: product.game.hue,
    motif: product.game.motif,
    glyph: product.game.glyph,
    card: product.game.kind === 'VOUCHER',
    quantity,
    playerId,
    serverName: player?.serverName ?? server,
    playerName: player?.displayName ?? '',
    byNumber,
    consentNeeded: player?.consentNeeded ?? false,
    seller: product.seller ?? undefined,
    region: product.game.about.regionCode ?? undefined,
    unitPriceSatang: unit,
    oldPriceSatang: undefined,
    totalSatang: unit * quantity,
  }
  return { items: [item], selection: directSelection(direct), leftOut: 0 }
}

async function buyingCart(): Promise<Buying> {
  const { items, version } = await queries.fetchQuery({ ...cartQuery, staleTime: 0 })
  return { ...buyable(items), version }
}

/** Selects the lines of a cart that can be bought, by name: an order of the whole cart is refused for one line that cannot. */
export function buyable(lines: readonly CartItem[]): Buying {
  const bought = lines.filter(({ unavailable }) => unavailable !== 'sold_out' && unavailable !== 'withdrawn')
  return {
    items: bought.map((line) => ({
      key: String(line.id),
      productId: line.product.id,
      name: line.product.name,
      gameName: line.product.gameName,
      hue: line.product.hue,
      motif: line.product.motif,
      glyph: line.product.glyph,
      card: line.product.kind === 'voucher',
      quantity: line.quantity,
      playerId: line.playerId ?? '',
      serverName: line.serverName ?? line.server ?? '',
      playerName: line.playerName ?? '',
      byNumber: line.target === 'number',
      consentNeeded: line.consentNeeded ?? false,
      seller: line.product.seller ?? undefined,
      region: line.product.region ?? undefined,
      unitPriceSatang: line.unitPriceSatang,
      oldPriceSatang: line.priceChanged ? line.seenPriceSatang : undefined,
      // Tax on a net price is added once, below the lines.
      totalSatang: line.unitPriceSatang * line.quantity,
    })),
    selection: { cartItemIds: bought.map(({ id }) => id) },
    leftOut: lines.length - bought.length,
  }
}
