import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { type BannerContent, Banners } from '@/features/catalogue/banners'
import { useEnds } from '@/features/catalogue/ends'
import { GameCard } from '@/features/catalogue/game-card'
import { KindName } from '@/features/catalogue/kind-name'
import { NoGames } from '@/features/catalogue/no-games'
import type { FlashSale, ShelfGame } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Amount, formatBaht, percentOff } from '@/ui/amount'
import { Cover } from '@/ui/cover'
import { CoverName } from '@/ui/cover-name'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { showStock } from './events'
import { useLeft } from './left'

interface BelowProps {
  sales: readonly FlashSale[]
  banners: readonly BannerContent[]
  shelves: ReadonlyArray<{ id: number; title: { th: string; en: string }; games: readonly ShelfGame[] }>
  onReload: () => void
  onEnd: () => void
}

/** Offers and shelves of the home page. */
export default function Below({ sales, banners, shelves, onReload, onEnd }: BelowProps) {
  if (sales.length + banners.length + shelves.length === 0) return <NoGames />
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
  const say = useLeft()
  const running = sales.filter((sale) => Date.parse(sale.endsAt) > over)
  if (running.length === 0) return null
  return (
    <section className="-mx-4 flex flex-col gap-4 px-4 max-md:[contain-intrinsic-height:auto_32rem] max-md:[content-visibility:auto] md:mx-0 md:px-0">
      <div className="flex items-center gap-3">
        <h2 className="text-xl">{t('flash')}</h2>
        {left !== undefined && left > 0 && <Tag tone="amber">{t('endsIn', { time: say(left) })}</Tag>}
      </div>
      {/* Rows are filled: on a phone a single last card is two wide; a wide screen has all in one row. */}
      <ul
        style={{ '--columns': Math.min(Math.max(running.length, 4), 6) } as CSSProperties}
        className="grid grid-cols-2 gap-x-3 gap-y-5 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 sm:grid-cols-3 md:grid-cols-[repeat(var(--columns),minmax(0,1fr))] md:gap-x-4"
      >
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
  const off = percentOff(sale.product.priceSatang, sale.priceSatang)
  return (
    <li className="relative flex flex-col gap-1.5">
      <div className="relative">
        <Cover
          hue={game.hue}
          motif={game.motif}
          glyph={game.glyph}
          card={game.kind === 'VOUCHER'}
          ratio="3:2"
          className="block aspect-[3/2] w-full rounded-[10px]"
        >
          <CoverName>{game.name.en}</CoverName>
        </Cover>
        {off > 0 && (
          <span className="num absolute top-2 left-2 rounded bg-amber px-1.5 text-xs leading-6 text-ink">
            <span aria-hidden="true">{`\u2212${off}%`}</span>
            <span className="sr-only">{t('off', { percent: off })}</span>
          </span>
        )}
        {/* The remaining stock is drawn once it is less than half. */}
        {remaining < sale.quantity / 2 && (
          <span className="absolute inset-x-2 bottom-1.5 h-1 overflow-hidden rounded-full bg-ink/70" aria-hidden="true">
            <span className={cx('block h-full', few ? 'bg-amber' : 'bg-lime')} style={{ width: `${(remaining / sale.quantity) * 100}%` }} />
          </span>
        )}
      </div>
      <Link
        to="/games/$id"
        params={{ id: game.slug }}
        search={{ product: sale.product.id }}
        className="line-clamp-2 text-sm leading-snug after:absolute after:inset-0"
      >
        <span className="sr-only">{content(game.name)} </span>
        {content(sale.product.name)}
      </Link>
      <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2 text-sm">
        <span className="flex items-baseline gap-1.5">
          <Amount satang={sale.priceSatang} />
          <s className="text-xs whitespace-nowrap text-mute">฿{formatBaht(sale.product.priceSatang)}</s>
        </span>
        <span className={cx('num', few ? 'text-amber' : 'text-mute')}>
          {remaining > 0 ? t('left', { count: remaining }) : t('soldOut')}
        </span>
      </p>
    </li>
  )
}

/** On a wide screen a shelf is one full row. */
const MOST_IN_A_ROW = 8
const FEW = 5

function Shelf({ title, games }: { title: { th: string; en: string }; games: readonly ShelfGame[] }) {
  const content = useContent()
  return (
    // Parts below a phone's first screen are laid out when they come near the view.
    <section className="-mx-4 flex flex-col gap-4 px-4 max-md:[contain-intrinsic-height:auto_17rem] max-md:[content-visibility:auto] md:mx-0 md:px-0">
      <h2 className="text-xl">{content(title)}</h2>
      {/* On a phone a shelf is swiped (or scrolled by keyboard); on a wide screen it is one row. */}
      <ul
        style={{ '--columns': Math.min(games.length, MOST_IN_A_ROW) } as CSSProperties}
        className="-mx-4 grid snap-x auto-cols-[38%] grid-flow-col gap-3 overflow-x-auto px-4 pb-1 xs:auto-cols-[30%] sm:auto-cols-[22%] md:mx-0 md:auto-cols-auto md:grid-flow-row md:grid-cols-[repeat(var(--columns),minmax(0,1fr))] md:gap-4 md:overflow-visible md:px-0"
      >
        {games.map((game) => (
          // A few cards fill the row by being wider, not higher.
          <GameCard key={game.id} game={game} wide={games.length <= FEW} more={<KindName kind={game.kind} />} />
        ))}
      </ul>
    </section>
  )
}
