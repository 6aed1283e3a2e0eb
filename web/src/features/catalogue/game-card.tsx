import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '@/api/session'
import { useContent } from '@/i18n'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { useFromPrice } from './from-price'
import type { ShelfGame } from './queries'
import { part } from '@/ui/load'

// For members only: a visitor's page does not load it.
const HeartButton = part(() => import('@/features/favorites/heart'))

type CardGame = Pick<ShelfGame, 'id' | 'slug' | 'name' | 'hue' | 'motif' | 'fromSatang'> &
  Partial<Pick<ShelfGame, 'glyph' | 'kind' | 'vatExcluded'>> & { card?: boolean }

interface GameGridProps {
  games: readonly CardGame[]
  /** It stands beside a menu. */
  narrow?: boolean
  /** Content below a game's price. */
  renderMore?: (game: CardGame) => ReactNode
}

export function GameGrid({ games, narrow = false, renderMore }: GameGridProps) {
  return (
    // On a phone a card is laid out when it comes near the view; the space around it is for its focus ring.
    <ul
      className={cx(
        'grid grid-cols-2 gap-x-3 gap-y-5 max-md:*:-m-1 max-md:*:p-1 max-md:*:[contain-intrinsic-height:auto_14rem] max-md:*:[content-visibility:auto] xs:grid-cols-3 sm:grid-cols-4 md:gap-x-4',
        !narrow && 'md:grid-cols-6',
      )}
    >
      {games.map((game) => (
        <GameCard key={game.id} game={game} more={renderMore?.(game)} />
      ))}
    </ul>
  )
}

export function GameCard({ game, wide = false, more }: { game: CardGame; wide?: boolean; more?: ReactNode }) {
  const content = useContent()
  const from = useFromPrice()
  const member = useSession(({ status }) => status === 'member')
  return (
    <li className="relative flex snap-start scroll-ml-4 flex-col gap-1.5">
      <Cover
        hue={game.hue}
        motif={game.motif}
        glyph={game.glyph}
        card={game.card ?? game.kind === 'VOUCHER'}
        ratio={wide ? '3:2' : '1:1'}
      />
      <Link
        to="/games/$id"
        params={{ id: game.slug }}
        className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 hover:text-lime"
        lang="en"
      >
        {content(game.name)}
      </Link>
      {member && (
        <Suspense>
          <HeartButton game={game} className="absolute top-1 right-1 z-10 bg-ink/60" />
        </Suspense>
      )}
      <p className="mt-auto text-sm text-mute">{from(game)}</p>
      {more}
    </li>
  )
}
