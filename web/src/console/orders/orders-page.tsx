import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { formatTime, startOfDay } from '@/i18n/format'
import { cx } from '@/ui/cx'
import { openTab } from '../search/open-tab'
import { DataTable } from '../table/data-table'
import { smallButton } from '../table/look'
import { useOrderColumns } from './order-columns'
import { NEEDS, OrderFilters, STATUSES } from './order-filters'
import type { OrderFilter } from './shape'
import { useOrders } from './use-orders'

/** Every order, newest first, by what it needs, state, channel or day. */
export function OrdersPage() {
  const t = useTexts('consoleOrders')
  const navigate = useNavigate()
  const router = useRouter()
  const filter = useFilter()
  const columns = useOrderColumns()
  const { list, rows, matching, fresh, showFresh, error, readAgain, isReading, readAt } = useOrders(filter)
  const go = (next: OrderFilter) => void navigate({ to: '/console/orders', search: { ...next }, replace: true, resetScroll: false })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">{t('list.heading')}</h1>
        <div className="flex flex-wrap items-center gap-3">
          {readAt !== undefined && <p className="text-xs text-mute">{t('list.readAt', { time: formatTime(readAt) })}</p>}
          <button type="button" className={smallButton} aria-busy={isReading || undefined} onClick={readAgain}>
            <RefreshCw className={cx('size-4', isReading && 'animate-spin')} aria-hidden="true" />
            {t('list.refresh')}
          </button>
        </div>
      </div>
      <OrderFilters filter={filter} onChange={go} />
      <DataTable
        name="orders"
        label={t('list.heading')}
        columns={columns}
        rows={rows}
        keyOf={({ number }) => number}
        view={JSON.stringify(filter)}
        matching={matching}
        error={error}
        onRetry={readAgain}
        isStale={list.isPlaceholderData}
        more={moreOf(list)}
        onMore={() => void list.fetchNextPage()}
        onOpen={({ number }, newTab) => {
          const target = { to: '/console/orders/$number', params: { number } } as const
          if (newTab) openTab(router, target)
          else void navigate(target)
        }}
        empty={t(isFiltered ? 'list.none' : 'list.empty')}
        emptyAction={
          isFiltered && (
            <button type="button" className={smallButton} onClick={() => go({})}>
              {t('filter.clear')}
            </button>
          )
        }
        fresh={fresh}
        onShowFresh={showFresh}
      />
    </div>
  )
}

/** Returns the filter of the address; what is not understood in it is left out. */
function useFilter(): OrderFilter {
  const { need, status, channel, from, to } = useSearch({ from: '/console/orders' })
  return useMemo(() => {
    const knownNeed = NEEDS.find((one) => one === need)
    const knownStatus = STATUSES.find((one) => one === status)
    return {
      ...(knownNeed && { need: knownNeed }),
      ...(knownStatus && { status: knownStatus }),
      ...(channel && { channel }),
      ...(from && startOfDay(from) !== undefined && { from }),
      ...(to && startOfDay(to) !== undefined && { to }),
    }
  }, [need, status, channel, from, to])
}

type List = ReturnType<typeof useOrders>['list']

function moreOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: List) {
  if (isFetchingNextPage) return 'loading'
  if (isFetchNextPageError) return 'failed'
  return hasNextPage ? 'ready' : 'none'
}
