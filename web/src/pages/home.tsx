import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, memo, Suspense } from 'react'
import { problemOf } from '@/api/problem'
import { homeQuery, useReload } from '@/features/catalogue/queries'
import { Below } from '@/features/home/below-lazy'
import { HomeSkeleton } from '@/features/home/skeleton'
import { part } from '@/ui/load'
import { Hero } from '@/features/home/hero'
import { BuyAgain } from '@/features/home/buy-again'
import { Doorway } from './frames/doorway-lazy'

/** Loaded with the part below the page, long before it may be needed. */
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
      <div className="grid gap-x-6 gap-y-10 md:grid-cols-[1.62fr_1fr]">
        <Hero ticker={home.ticker} />
        {/* On a phone right below the hero, on a wide screen below both. */}
        <div className="min-w-0 md:order-1 md:col-span-2">{tournaments}</div>
        <BuyAgain shelves={home.shelves} />
      </div>
      <Late sales={home.flashSales} banners={home.banners} shelves={home.shelves} onReload={reload} onEnd={refetch} />
    </div>
  )
}

const place = <div aria-busy="true" className="skeleton h-96" />

/** Like the part below, it loads after the page. */
const tournaments = (
  <Suspense fallback={place}>
    <Doorway />
  </Suspense>
)

/** It loads after the page. As long as its props do not change, the server's markup stays untouched until then. */
const Late = memo((props: ComponentProps<typeof Below>) => (
  <Suspense fallback={place}>
    <Below {...props} />
  </Suspense>
))
