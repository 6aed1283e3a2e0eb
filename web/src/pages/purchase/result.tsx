import { Navigate, useSearch } from '@tanstack/react-router'
import type { Order } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { ConnectionMark } from '@/live/connection-mark'
import { QueryError } from '@/ui/query-error'
import { LoginGate } from '@/features/login-gate/login-gate'
import { useTexts } from '@/i18n'
import { Timeline } from '@/ui/timeline'
import { useOrder } from '@/features/orders/order'
import { useSteps } from '@/features/orders/steps'
import { ResultFacts } from '@/features/orders/result-facts'
import { ResultActions, ResultHeadline } from '@/features/orders/result-headline'
import { ResultLine } from '@/features/orders/result-line'

export function ResultPage() {
  const t = useTexts('orders')
  return (
    <LoginGate heading={t('step.label')}>
      <Page />
    </LoginGate>
  )
}

function Page() {
  const t = useTexts('orders')
  const { number } = useSearch({ from: '/purchase/result' })
  const { data, error, refetch } = useOrder(number, true)
  if (number === undefined) return <Navigate to="/account/purchased" replace />
  if (error && !data) {
    const problem = problemOf(error)
    return (
      <QueryError page problem={problem} onRetry={() => void refetch()}>
        {problem.code === 'order_not_found' && t('result.notFound')}
      </QueryError>
    )
  }
  if (!data) return <div className="skeleton mx-auto h-[560px] max-w-3xl" />
  return <Result order={data} />
}

function Result({ order }: { order: Order }) {
  const t = useTexts('orders')
  const steps = useSteps(order)
  return (
    <div className="mx-auto grid max-w-[960px] items-start gap-6 md:grid-cols-[1.2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-6">
        <ResultHeadline order={order} />
        <section className="flex flex-col gap-3" aria-label={t('result.lines')}>
          {order.lines.map((line) => (
            <ResultLine key={line.id} line={line} order={order} />
          ))}
        </section>
        <ResultActions order={order} />
      </div>
      <aside className="flex min-w-0 flex-col gap-5 rounded-panel border border-line bg-panel p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-lg">{t('step.label')}</h2>
          <ConnectionMark />
        </div>
        <Timeline steps={steps} label={t('step.label')} />
        <ResultFacts order={order} />
      </aside>
    </div>
  )
}
