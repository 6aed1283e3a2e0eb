import { Link } from '@tanstack/react-router'
import { type BannerContent, Banners } from '@/features/catalogue/banners'
import { useEnds } from '@/features/catalogue/ends'
import { GameCard } from '@/features/catalogue/game-card'
import type { FlashSale, ShelfGame } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Amount, formatBaht } from '@/ui/amount'
import { clockTime } from '@/ui/countdown'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { showStock } from './events'

interface BelowProps {
  sales: readonly FlashSale[]
  banners: readonly BannerContent[]
  shelves: ReadonlyArray<{ id: number; title: { th: string; en: string }; games: readonly ShelfGame[] }>
  onReload: () => void
  onEnd: () => void
}

/** Offers and shelves of the home page. */
export default function Below({ sales, banners, shelves, onReload, onEnd }: BelowProps) {
  return (
    <>
      {sales.length > 0 && <FlashSales sales={sales} onReload={onReload} onEnd={onEnd} />}
      <Banners banners={banners} />
      {shelves.map((shelf) => (
        <Shelf key={shelf.id} title={shelf.title} games={shelf.games} />
      ))}
    </>
  )
}

interface FlashSalesProps {
  sales: readonly FlashSale[]
  onReload: () => void
  onEnd: () => void
}

export function FlashSales({ sales, onReload, onEnd }: FlashSalesProps) {
  const t = useTexts('home')
  const { over, left } = useEnds(
    sales.map((sale) => Date.parse(sale.endsAt)),
    onEnd,
  )
  const running = sales.filter((sale) => Date.parse(sale.endsAt) > over)
  if (running.length === 0) return null
  return (
    <section className="-mx-4 flex flex-col gap-4 px-4 max-md:[contain-intrinsic-height:auto_32rem] max-md:[content-visibility:auto] md:mx-0 md:px-0">
      <div className="flex items-center gap-3">
        <h2 className="text-xl">{t('flash')}</h2>
        {left !== undefined && left > 0 && <Tag tone="amber">{t('endsIn', { time: clockTime(left) })}</Tag>}
      </div>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 md:grid-cols-6 md:gap-x-4">
        {running.map((sale) => (
          <FlashCard key={sale.id} sale={sale} onReload={onReload} />
        ))}
      </ul>
    </section>
  )
}

function FlashCard({ sale, onReload }: { sale: FlashSale; onReload: () => void }) {
  const t = useTexts('home')
  const content = useContent()
  useTopic(sale.live, { 'stock.changed': showStock }, { onReload })
  const { remaining } = sale
  const few = remaining <= sale.quantity * 0.2
  const game = sale.product.game
  return (
    <li className="relative flex flex-col gap-1.5">
      <Cover hue={game.hue} motif={game.motif} name={game.name.en} ratio="3:2" />
      <span className="h-1 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span className={cx('block h-full', few ? 'bg-amber' : 'bg-lime')} style={{ width: `${(remaining / sale.quantity) * 100}%` }} />
      </span>
      <Link
        to="/games/$id"
        params={{ id: game.slug }}
        search={{ product: sale.product.id }}
        className="line-clamp-1 text-sm after:absolute after:inset-0"
      >
        <span className="sr-only">{content(game.name)} </span>
        {content(sale.product.name)}
      </Link>
      <p className="flex items-baseline justify-between gap-2 text-sm">
        <span className="flex items-baseline gap-1.5">
          <Amount satang={sale.priceSatang} />
          <s className="text-xs text-mute">{formatBaht(sale.product.priceSatang)}</s>
        </span>
        <span className={cx('num', few ? 'text-amber' : 'text-mute')}>
          {remaining > 0 ? t('left', { count: remaining }) : t('soldOut')}
        </span>
      </p>
    </li>
  )
}

function Shelf({ title, games }: { title: { th: string; en: string }; games: readonly ShelfGame[] }) {
  const content = useContent()
  return (
    // What is below the first screen of a phone costs its layout when it comes near.
    <section className="-mx-4 flex flex-col gap-4 px-4 max-md:[contain-intrinsic-height:auto_17rem] max-md:[content-visibility:auto] md:mx-0 md:px-0">
      <h2 className="text-xl">{content(title)}</h2>
      {/* On a phone a shelf is swiped (or scrolled with the keyboard); on a wide screen it stands in one row. */}
      <ul className="-mx-4 grid snap-x auto-cols-[38%] grid-flow-col gap-3 overflow-x-auto px-4 pb-1 xs:auto-cols-[30%] sm:auto-cols-[22%] md:mx-0 md:auto-cols-auto md:grid-flow-row md:grid-cols-8 md:gap-4 md:overflow-visible md:px-0">
        {games.map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
      </ul>
    </section>
  )
}
