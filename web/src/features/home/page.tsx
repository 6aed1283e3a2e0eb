import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { problemOf } from '@/api/problem'
import { ConnectionMark } from '@/live/connection-mark'
import { Banners } from '@/features/catalogue/banners'
import { useEnds } from '@/features/catalogue/ends'
import { GameCard } from '@/features/catalogue/game-card'
import { type FlashSale, homeQuery, type ShelfGame, useReload } from '@/features/catalogue/queries'
import { useRecentPurchases } from '@/features/orders/recent-purchases'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Amount, formatBaht } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { clockTime } from '@/ui/countdown'
import { Cover } from '@/ui/cover'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { showStock, showTicker } from './events'
import { HomeSkeleton } from './skeleton'

/** Comes with what stands below the page, long before it may be needed. */
const QueryError = lazy(async () => ({ default: (await import('@/ui/query-error')).QueryError }))

export function HomePage() {
  const { data, error, refetch } = useQuery(homeQuery)
  const reload = useReload(homeQuery)
  if (error && !data) {
    return (
      <Suspense fallback={<HomeSkeleton />}>
        <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
      </Suspense>
    )
  }
  if (!data) return <HomeSkeleton />
  const { home } = data
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-6 md:grid-cols-[1.62fr_1fr]">
        <Hero ticker={home.ticker} />
        <BuyAgain popular={home.shelves[0]?.games ?? []} />
      </div>
      {home.flashSales.length > 0 && <FlashSales sales={home.flashSales} onReload={reload} onEnd={() => void refetch()} />}
      <Banners banners={home.banners} />
      {home.shelves.map((shelf) => (
        <Shelf key={shelf.id} title={shelf.title} games={shelf.games} />
      ))}
    </div>
  )
}

const DELIVERY = { topic: 'public:delivery' }

function Hero({ ticker }: { ticker: { count: number; medianSeconds: number } }) {
  const t = useTexts('home')
  useTopic(DELIVERY, { 'delivery.ticker': showTicker })
  const { count, medianSeconds: seconds } = ticker
  return (
    <section className="relative overflow-hidden md:rounded-[14px] md:border md:border-line md:bg-[linear-gradient(105deg,#18240f,#0d130d_60%)] md:p-8">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="absolute -top-14 -right-36 size-[430px] max-md:hidden">
        <g fill="none" stroke="#b6f23a">
          <circle cx="12" cy="12" r="10.4" strokeWidth=".5" opacity=".9" />
          <circle cx="12" cy="12" r="9.4" strokeWidth=".15" opacity=".7" />
        </g>
        <g fill="#b6f23a">
          {[0, 60, 120, 180, 240, 300].map((turn, index) => (
            <path
              key={turn}
              d="M12 11.3 9.2 4.9A8.2 8.2 0 0 1 14.8 4.9Z"
              transform={`rotate(${turn} 12 12)`}
              opacity={0.95 - index * 0.13}
            />
          ))}
        </g>
      </svg>
      <div className="relative flex max-w-[450px] flex-col gap-3 md:gap-4">
        <h1 className="text-3xl md:order-2 md:text-4xl">
          {t('hero1')}
          <br />
          {t('hero2')}
        </h1>
        {/* Its place is kept from the first paint on, so that nothing moves when the first delivery is told. */}
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm md:order-1">
          <ConnectionMark />
          {count > 0 && <p className="text-mute">{t('ticker', { count, seconds })}</p>}
        </div>
        <p className="text-mute md:order-3">{t('heroText')}</p>
        <div className="flex flex-wrap gap-3 md:order-4">
          <Link to="/games" className={buttonClass('primary')}>
            {t('choose')}
          </Link>
          <Link to="/games" search={{ kind: 'VOUCHER' }} className={buttonClass('plain')}>
            {t('cards')}
          </Link>
        </div>
      </div>
    </section>
  )
}

function BuyAgain({ popular }: { popular: readonly ShelfGame[] }) {
  const t = useTexts('home')
  const content = useContent()
  const items = useRecentPurchases()
  const first = items.length === 0
  return (
    <section className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl">{first ? t('forYou') : t('again')}</h2>
        {!first && <span className="text-sm text-mute">{t('twoTaps')}</span>}
      </div>
      {first && <p className="text-sm text-mute">{t('forYouText')}</p>}
      {first && (
        <ul className="flex flex-col gap-3">
          {popular.slice(0, 2).map((game) => (
            <li key={game.id} className="flex items-center gap-3.5">
              <Cover hue={game.hue} motif={game.motif} className="size-14 flex-none rounded-[10px]" />
              <p className="min-w-0 flex-1 font-semibold" lang="en">
                {content(game.name)}
              </p>
              <Link to="/games/$id" params={{ id: game.slug }} className={buttonClass('plain', 'sm')}>
                {t('from', { price: formatBaht(game.fromSatang ?? 0) })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ul className={first ? 'hidden' : 'flex flex-col gap-4'}>
        {items.slice(0, 3).map((item) => (
          <li key={`${item.productId}${item.playerId}${item.server}`} className="flex items-center gap-3.5">
            <Cover hue={item.hue} motif={item.motif} className="size-14 flex-none rounded-[10px]" />
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
              aria-label={`${t('again')} ${content(item.name)} ${formatBaht(item.priceSatang)} THB`}
            >
              <Amount satang={item.priceSatang} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
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
