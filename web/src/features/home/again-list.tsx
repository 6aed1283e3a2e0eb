import { Link } from '@tanstack/react-router'
import type { ShelfGame } from '@/features/catalogue/queries'
import type { RecentPurchase } from '@/features/orders/recent-purchases'
import { useContent, useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'

interface AgainListProps {
  items: readonly RecentPurchase[]
  /** The page's games, for the covers of entries stored without one. */
  games: readonly ShelfGame[]
}

/** Returns the page that buys it again: the checkout, or the game's page where the number has to be chosen again. */
function whereAgain({ productId, gameSlug, playerId, server, channel, byNumber }: RecentPurchase) {
  if (byNumber && playerId === '') return { to: '/games/$id', params: { id: gameSlug }, search: { product: productId } } as const
  return {
    to: '/payment/process',
    search: {
      product: productId,
      quantity: 1,
      ...(playerId && { player: playerId }),
      ...(server && { server }),
      ...(channel && { channel }),
    },
  } as const
}

/** Earlier purchases, each one tap away from paying again. */
export default function AgainList({ items, games }: AgainListProps) {
  const t = useTexts('home')
  const content = useContent()
  return (
    <ul className="flex flex-col gap-4">
      {items.map((item) => {
        const game = games.find(({ slug }) => slug === item.gameSlug)
        return (
          <li key={`${item.productId}${item.playerId}${item.server}`} className="flex items-center gap-3.5">
            <Cover
              hue={item.hue}
              motif={item.motif}
              glyph={item.glyph ?? game?.glyph}
              card={item.card ?? game?.kind === 'VOUCHER'}
              className="size-14 flex-none rounded-[10px]"
            />
            <div className="min-w-0 flex-1">
              <p className="line-clamp-1 font-semibold">{content(item.name)}</p>
              <p className="line-clamp-1 text-sm text-mute">
                {item.playerName ? (item.byNumber ? item.playerName : `${item.playerName} · ${item.playerId}`) : content(item.gameName)}
              </p>
            </div>
            <Link
              {...whereAgain(item)}
              className={buttonClass('plain', 'sm')}
              aria-label={t('againOf', { name: content(item.name), price: formatBaht(item.priceSatang) })}
            >
              <Amount satang={item.priceSatang} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
