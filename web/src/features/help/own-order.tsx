import { useQuery } from '@tanstack/react-query'
import { useSession } from '@/api/session'
import { payPage } from '@/features/orders/channel'
import { unbroken } from '@/features/orders/labels'
import { usePurchases } from '@/features/orders/purchase-list'
import { waitingQuery } from '@/features/orders/waiting-orders'
import { useContent, useTexts } from '@/i18n'
import { StateCard, StateElsewhere } from './state-card'

/** The reader's order that waits for payment, or the latest one. */
export function OwnOrder() {
  const t = useTexts('manual')
  const content = useContent()
  const me = useSession((session) => session.me?.id) ?? 0
  const waiting = useQuery(waitingQuery(me))
  const latest = usePurchases(1, 1)
  if (waiting.isError || latest.isError) return <StateElsewhere to="/account/purchased" />
  if (!waiting.data || !latest.data) return null
  const [unpaid] = waiting.data
  if (unpaid) {
    const { to, search } = payPage(unpaid)
    return (
      <StateCard
        warn
        title={t('own.unpaid', { number: unbroken(unpaid.number) })}
        text={undefined}
        action={{ to, search: { ...search }, label: t('own.unpaidDo') }}
      />
    )
  }
  const [last] = latest.data.items
  if (!last) return <StateCard title={t('own.noOrder')} text={t('own.noOrderText')} action={{ to: '/games', label: t('own.noOrderDo') }} />
  const [line] = last.lines
  return (
    <StateCard
      title={t('own.order', { number: unbroken(last.number) })}
      text={line && content(line.name)}
      action={{ to: '/purchase/result', search: { number: last.number }, label: t('own.orderDo') }}
    />
  )
}
