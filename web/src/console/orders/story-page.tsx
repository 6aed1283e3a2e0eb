import { Link, useParams } from '@tanstack/react-router'
import { Copy, RefreshCw } from 'lucide-react'
import type { Order } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { unbroken } from '@/features/orders/labels'
import { useContent, useTexts } from '@/i18n'
import { ConnectionMark } from '@/live/connection-mark'
import { Amount } from '@/ui/amount'
import { cx } from '@/ui/cx'
import { ProblemNotice } from '@/ui/problem-notice'
import { QueryError } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { smallButton } from '../table/look'
import { StateTag } from './state-tag'
import { Acts } from './story/acts'
import { Customer, Money } from './story/customer'
import { Goods, Payment } from './story/goods'
import { StoryList } from './story/story-list'
import { useStory } from './story/use-story'

/** Everything that is known of one order: its story in the middle, the customer at the left, what can be done at the right. */
export function StoryPage() {
  const { number } = useParams({ from: '/console/orders/$number' })
  // Another order starts with its own filter.
  return <Story key={number} number={number} />
}

function Story({ number }: { number: string }) {
  const t = useTexts('consoleOrders')
  const { data, error, refetch, isFetching } = useStory(number)
  if (error && !data) {
    return (
      <QueryError page problem={problemOf(error)} onRetry={() => void refetch()}>
        <Link to="/console/orders" className="text-lime underline">
          {t('story.toList')}
        </Link>
      </QueryError>
    )
  }
  if (!data) return <Skeleton number={number} />
  return (
    <article className="flex flex-col gap-3.5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center gap-1">
          <h1 className="text-2xl whitespace-nowrap">{unbroken(data.order.number)}</h1>
          <CopyNumber number={data.order.number} />
        </div>
        <StateTag order={data.order} />
        <Amount satang={data.order.totalSatang} decimals="exact" className="text-lg" />
        <p className="min-w-0 flex-1 basis-60 text-mute">
          <Summary order={data.order} />
        </p>
        <ConnectionMark />
        <button type="button" className={smallButton} aria-busy={isFetching || undefined} onClick={() => void refetch()}>
          <RefreshCw className={cx('size-4', isFetching && 'animate-spin')} aria-hidden="true" />
          {t('story.refresh')}
        </button>
      </header>
      {error && <ProblemNotice error={error} />}
      {/* On a phone the story comes first, then what can be done, then who it is about. */}
      <div className="grid items-start gap-3.5 min-[720px]:grid-cols-[minmax(0,1fr)_17rem] min-[720px]:grid-rows-[auto_1fr] min-[1200px]:grid-rows-none min-[1200px]:grid-cols-[15rem_minmax(0,1fr)_17rem]">
        <div className="min-w-0 min-[720px]:row-span-2 min-[1200px]:col-start-2 min-[1200px]:row-span-1">
          <StoryList data={data} />
        </div>
        <div className="flex min-w-0 flex-col gap-2 min-[1200px]:col-start-3 min-[1200px]:row-start-1">
          <Acts data={data} />
          <Goods order={data.order} />
          <Payment order={data.order} />
        </div>
        <div className="flex min-w-0 flex-col gap-2 min-[1200px]:col-start-1 min-[1200px]:row-start-1">
          <Customer data={data} />
          <Money story={data.story} />
        </div>
      </div>
    </article>
  )
}

function CopyNumber({ number }: { number: string }) {
  const t = useTexts('consoleOrders')
  return (
    <button
      type="button"
      aria-label={t('story.copy')}
      className="grid size-9 place-items-center rounded-control text-mute hover:text-text"
      onClick={() => void navigator.clipboard.writeText(number).then(() => toast(t('story.copied', { number }), { tone: 'success' }))}
    >
      <Copy className="size-4" aria-hidden="true" />
    </button>
  )
}

/** The order in one line: how it is paid, and what for. */
function Summary({ order: { channelName, lines, couponCode } }: { order: Order }) {
  const t = useTexts('consoleOrders')
  const content = useContent()
  const goods = lines.map(({ gameName, name, quantity }) => `${content(gameName)}, ${quantity}\u00A0×\u00A0${content(name)}`)
  return [content(channelName), ...goods, couponCode && t('story.coupon', { code: couponCode })].filter(Boolean).join(' · ')
}

function Skeleton({ number }: { number: string }) {
  return (
    <div className="flex flex-col gap-3.5" aria-busy="true">
      <h1 className="text-2xl">{unbroken(number)}</h1>
      <div className="grid gap-3.5 min-[720px]:grid-cols-[minmax(0,1fr)_17rem] min-[1200px]:grid-cols-[15rem_minmax(0,1fr)_17rem]">
        <div className="skeleton h-120 min-[1200px]:col-start-2 min-[1200px]:row-start-1" />
        <div className="skeleton h-60 min-[1200px]:col-start-3 min-[1200px]:row-start-1" />
        <div className="skeleton h-60 min-[1200px]:col-start-1 min-[1200px]:row-start-1" />
      </div>
    </div>
  )
}
