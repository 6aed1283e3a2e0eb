import { Navigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type Order, type OrderLine, purchaseCheckOrder } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { ConnectionMark } from '@/live/connection-mark'
import { QueryError } from '@/ui/query-error'
import { LoginGate } from '@/features/login-gate/login-gate'
import { texts, useTexts } from '@/i18n'
import { part } from '@/ui/load'
import { Timeline } from '@/ui/timeline'
import { showOrder, useOrder } from '@/features/orders/order'
import { stageOf } from '@/features/orders/stage'
import { useSteps } from '@/features/orders/steps'
import { ResultFacts } from '@/features/orders/result-facts'
import { ResultActions, ResultHeadline } from '@/features/orders/result-headline'
import { ResultLine } from '@/features/orders/result-line'
import { useAsking } from '@/features/orders/use-asking'

const AskingBank = part(async () => ({ default: (await import('@/features/orders/asking-bank')).AskingBank }))
const Returned = part(async () => ({ default: (await import('@/features/orders/returned')).Returned }))

const LineChoice = part(async () => {
  const [{ LineChoice }] = await Promise.all([import('@/features/corrections/line-choice'), texts('corrections', 'games')()])
  return { default: LineChoice }
})
const RefundList = part(async () => ({ default: (await import('@/features/orders/refund-list')).RefundList }))

const WAITING = <div className="skeleton mx-auto h-[560px] max-w-3xl" />

/** The outcome of an order. A bank leads back here with a state, often in a browser without the buyer's session. */
export function ResultPage() {
  const t = useTexts('orders')
  const { number, state } = useSearch({ from: '/purchase/result' })
  const guest = useSession(({ status }) => status === 'guest')
  if (guest && number !== undefined && state !== undefined) {
    return (
      <Suspense fallback={WAITING}>
        <Returned key={number + state} number={number} state={state} />
      </Suspense>
    )
  }
  return (
    <LoginGate heading={t('step.label')}>
      <Page />
    </LoginGate>
  )
}

function Page() {
  const t = useTexts('orders')
  const { number, state } = useSearch({ from: '/purchase/result' })
  const { data, error, refetch } = useOrder(number, true)
  if (number === undefined) return <Navigate to="/account/purchased" replace />
  if (error && !data) {
    const problem = problemOf(error)
    if (problem.code === 'order_not_found' && state !== undefined) {
      return (
        <Suspense fallback={WAITING}>
          <Returned key={number + state} number={number} state={state} other />
        </Suspense>
      )
    }
    return (
      <QueryError page problem={problem} onRetry={() => void refetch()}>
        {problem.code === 'order_not_found' && t('result.notFound')}
      </QueryError>
    )
  }
  if (!data) return WAITING
  return <Result order={data} returned={state !== undefined} />
}

/** `returned`: the bank has led back here, so that its answer is due. */
function Result({ order, returned }: { order: Order; returned: boolean }) {
  const t = useTexts('orders')
  const steps = useSteps(order)
  const stage = stageOf(order)
  const atBank = order.paymentFlow === 'redirect' || order.paymentFlow === 'card'
  const asks = returned && atBank && (stage === 'awaiting' || stage === 'preparing')
  useAsking(asks, async () => showOrder(await answerOf(purchaseCheckOrder({ body: { number: order.number } }))))
  return (
    <div className="mx-auto grid max-w-[960px] items-start gap-6 md:grid-cols-[1.2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-6">
        {asks ? (
          <Suspense fallback={<div className="skeleton h-[420px]" />}>
            <AskingBank order={order} />
          </Suspense>
        ) : (
          <ResultHeadline order={order} />
        )}
        <section className="flex flex-col gap-3" aria-label={t('result.lines')}>
          {order.lines.map((line) => (
            <ResultLine key={line.id} line={line} order={order}>
              <Choice line={line} order={order} />
            </ResultLine>
          ))}
        </section>
        {order.refunds?.length > 0 && (
          <Suspense fallback={<div className="skeleton h-24" />}>
            <RefundList order={order} />
          </Suspense>
        )}
        {!asks && <ResultActions order={order} />}
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

/** The buyer's choice for a line; once loaded it stays, since its sheet says what became of the line meanwhile. */
function Choice({ line, order }: { line: OrderLine; order: Order }) {
  const [needed, setNeeded] = useState(false)
  if (line.correctable && !needed) setNeeded(true)
  return (
    needed && (
      <Suspense fallback={<div className="skeleton h-28" />}>
        <LineChoice line={line} order={order} />
      </Suspense>
    )
  )
}
