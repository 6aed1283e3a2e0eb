import type { ReactNode } from 'react'
import { useSession } from '@/api/session'
import { StepItem, StepRow } from '@/features/my-tournaments/step-item'
import { useSteps } from '@/features/my-tournaments/use-steps'
import { RunningOrder, useRunningOrder } from '@/features/orders/running-order'

interface OwnProps {
  /** While the lists load, and if nothing is under way. */
  loading: ReactNode
  none: ReactNode
}

/** A member's next step in a tournament, and their open order. */
export default function Own(props: OwnProps) {
  const me = useSession((session) => session.me)
  return me?.verified && me.synced && !me.suspended ? <Verified key={me.id} {...props} /> : <Order {...props} />
}

function Verified({ loading, none }: OwnProps) {
  const { steps, isPending } = useSteps()
  const order = useRunningOrder()
  const [step] = steps
  if (isPending) return loading
  // An order to be paid stands above every page already.
  const shown = order && (!step || order.paidAt != null) ? order : undefined
  if (!step && !shown) return none
  return (
    <ul className={list}>
      {step && <StepItem step={step} look={StepRow} />}
      {shown && <RunningOrder order={shown} />}
    </ul>
  )
}

function Order({ none }: OwnProps) {
  const order = useRunningOrder()
  return order ? (
    <ul className={list}>
      <RunningOrder order={order} />
    </ul>
  ) : (
    none
  )
}

const list = 'min-h-18 divide-y divide-line rounded-panel border border-lime/40 bg-[linear-gradient(105deg,#18240f,#0d130d_70%)] px-4'
