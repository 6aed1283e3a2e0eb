import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, lazy, memo, Suspense } from 'react'
import { problemOf } from '@/api/problem'
import { ConnectionMark } from '@/live/connection-mark'
import { homeQuery, type ShelfGame, useReload } from '@/features/catalogue/queries'
import { useRecentPurchases } from '@/features/orders/recent-purchases'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { Amount, formatBaht } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { Below } from './below-lazy'
import { showTicker } from './events'
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
      <Late sales={home.flashSales} banners={home.banners} shelves={home.shelves} onReload={reload} onEnd={refetch} />
    </div>
  )
}

/** It comes after the page. As long as nothing of its own changes, what the server sent of it is left alone until then. */
const Late = memo((props: ComponentProps<typeof Below>) => (
  <Suspense fallback={<div aria-busy="true" className="skeleton h-[32rem]" />}>
    <Below {...props} />
  </Suspense>
))

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
