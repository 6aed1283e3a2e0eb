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
                {item.playerName ? `${item.playerName} · ${item.playerId}` : content(item.gameName)}
              </p>
            </div>
            <Link
              to="/payment/process"
              search={{
                product: item.productId,
                quantity: 1,
                ...(item.playerId && { player: item.playerId }),
                ...(item.server && { server: item.server }),
                ...(item.channel && { channel: item.channel }),
              }}
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
