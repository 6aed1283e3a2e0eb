import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, memo, Suspense } from 'react'
import { problemOf } from '@/api/problem'
import { ConnectionMark } from '@/live/connection-mark'
import { useFromPrice } from '@/features/catalogue/from-price'
import { homeQuery, type ShelfGame, useReload } from '@/features/catalogue/queries'
import { useRecentPurchases } from '@/features/orders/recent-purchases'
import { useContent, useTexts } from '@/i18n'
import { useTopic } from '@/live'
import { buttonClass } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { Below } from './below-lazy'
import { showTicker } from './events'
import { HomeSkeleton } from './skeleton'
import { part } from '@/ui/load'

/** Comes with what stands below the page, long before it may be needed. */
const QueryError = part(async () => ({ default: (await import('@/ui/query-error')).QueryError }))

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
        <BuyAgain shelves={home.shelves} />
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
        <h1 className="text-3xl whitespace-pre-line md:order-2 md:text-4xl">
          {t('hero1')}
          <br />
          {t('hero2')}
        </h1>
        {/* There is a line from the first paint on, so that nothing moves when the first delivery is told. */}
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm md:order-1">
          <ConnectionMark />
          <p className="text-mute">{count > 0 ? t('ticker', { count, seconds }) : t('tickerNone')}</p>
        </div>
        <p className="text-mute md:order-3">{t('heroText')}</p>
        <div className="flex flex-wrap gap-3 md:order-4">
          <Link to="/games" className={`${buttonClass('primary')} max-xs:px-4`}>
            {t('choose')}
          </Link>
          <Link to="/games" search={{ kind: 'VOUCHER' }} className={`${buttonClass('plain')} max-xs:px-4`}>
            {t('cards')}
          </Link>
        </div>
      </div>
    </section>
  )
}

/** Only who bought here before needs it. */
const AgainList = part(() => import('./again-list'))

function BuyAgain({ shelves }: { shelves: ReadonlyArray<{ games: readonly ShelfGame[] }> }) {
  const t = useTexts('home')
  const items = useRecentPurchases()
  const first = <FirstList games={shelves[0]?.games.slice(0, 3) ?? []} />
  const again = items.length > 0
  return (
    <section className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl">{again ? t('again') : t('forYou')}</h2>
        {again && <span className="text-sm text-mute">{t('twoTaps')}</span>}
      </div>
      {again ? (
        <Suspense fallback={first}>
          <AgainList items={items.slice(0, 3)} games={shelves.flatMap(({ games }) => games)} />
        </Suspense>
      ) : (
        first
      )}
    </section>
  )
}

function FirstList({ games }: { games: readonly ShelfGame[] }) {
  const t = useTexts('home')
  const content = useContent()
  const from = useFromPrice()
  return (
    <>
      <p className="text-sm text-mute">{t('forYouText')}</p>
      <ul className="-mx-2 flex flex-1 flex-col justify-around">
        {games.map((game) => (
          <li key={game.id} className="relative flex items-center gap-3.5 rounded-control px-2 py-1.5 hover:bg-raise">
            <Cover
              hue={game.hue}
              motif={game.motif}
              glyph={game.glyph}
              card={game.kind === 'VOUCHER'}
              className="size-14 flex-none rounded-[10px]"
            />
            <div className="min-w-0 flex-1">
              <Link to="/games/$id" params={{ id: game.slug }} className="font-semibold after:absolute after:inset-0" lang="en">
                {content(game.name)}
              </Link>
              <p className="text-sm text-mute">{from(game)}</p>
            </div>
            <span aria-hidden="true" className="num flex-none text-sm text-lime">
              {t('topUp')} →
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
