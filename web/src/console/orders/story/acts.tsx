import { Link, linkOptions } from '@tanstack/react-router'
import type { Order, OrderStory, StaffRole } from '@/api/generated'
import { useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { formatBaht } from '@/ui/amount'
import { buttonClass } from '@/ui/button'
import { useEntry } from '../../entry/use-entry'
import { moneyOf } from './money'
import { Panel } from './parts'
import { standingOf } from './standing'

/** What the order's state allows now; the first act that the order waits for is the main one. */
export function Acts({ data }: { data: OrderStory }) {
  const t = useTexts('consoleOrders')
  const { data: entry } = useEntry()
  const acts = useActs(data)
  const waits = acts.some(({ isAwaited }) => isAwaited)
  const main = acts.find(({ isAwaited }) => isAwaited)
  const { order } = data
  return (
    <Panel heading={t('act.heading')} isLime={waits}>
      {acts.map((act) => {
        const { key, label, text, role, link } = act
        const isAllowed = entry === undefined || entry.roles.includes(role)
        return (
          <div key={key} className="flex flex-col gap-1">
            {isAllowed ? (
              <Link {...link} className={`${buttonClass(act === main ? 'primary' : 'plain', 'sm', true)} min-h-9!`}>
                {label}
              </Link>
            ) : (
              <p className="num">{label}</p>
            )}
            <p className="text-xs text-mute">
              {text} {!isAllowed && t(`act.ask.${role}`)}
            </p>
          </div>
        )
      })}
      {data.order.payment?.disputedAt != null && <p className="text-amber">{t('act.disputed')}</p>}
      {!waits && <p className="text-mute">{t(`act.none.${restOf(order)}`, { time: formatTime(order.expiresAt) })}</p>}
    </Panel>
  )
}

interface Act {
  key: string
  label: string
  /** The consequence, with numbers. */
  text: string
  /** The role that may do it. */
  role: Extract<StaffRole, 'support' | 'finance'>
  link: ReturnType<typeof repairs> | ReturnType<typeof refunds>
  /** The order waits for it. */
  isAwaited: boolean
}

const repairs = () => linkOptions({ to: '/console/repairs' })
const refunds = (number: string) => linkOptions({ to: '/console/money/refunds', search: { number } })

function useActs({ order, story }: OrderStory): Act[] {
  const t = useTexts('consoleOrders')
  const { number, lines } = order
  const failed = lines.filter(({ delivery }) => delivery.status === 'repair')
  const { claims, surplus, payment } = standingOf(story)
  const owed = moneyOf(story)?.owed ?? 0
  const acts: Act[] = []
  if (failed.length > 0) {
    const byBuyer = failed.some(({ correctable }) => correctable)
    const text = t(byBuyer ? 'act.repairByBuyer' : 'act.repairText', { count: failed.length })
    acts.push({ key: 'repair', label: t('act.repair'), text, role: 'support', link: repairs(), isAwaited: true })
  }
  if (claims.size > 0) {
    const text = t('act.claimText', { count: claims.size })
    acts.push({ key: 'claim', label: t('act.claim'), text, role: 'support', link: repairs(), isAwaited: true })
  }
  if (surplus.size > 0 || payment === 'mismatch') {
    const [label, text] = [t('act.settle'), t('act.settleText')]
    acts.push({ key: 'settle', label, text, role: 'finance', link: refunds(number), isAwaited: true })
  }
  // While a dispute is open, the money must not go back twice.
  if (order.paidAt != null && order.payment?.disputedAt == null) {
    // Money for what is still to be delivered is not owed back.
    const isOver = lines.every(({ delivery }) => delivery.status === 'delivered' || delivery.status === 'closed')
    const isOwed = isOver && owed > 0
    const text = isOwed ? t('act.refundOwed', { amount: formatBaht(owed, 'exact') }) : t(isOver ? 'act.refundText' : 'act.refundOpen')
    acts.push({ key: 'refund', label: t('act.refund'), text, role: 'finance', link: refunds(number), isAwaited: isOwed })
  }
  return acts
}

/** Returns why nobody has to do anything. */
function restOf({ status, paidAt }: Order): 'unpaid' | 'ended' | 'delivering' | 'done' {
  if (status === 'incomplete') return 'ended'
  if (paidAt == null) return 'unpaid'
  return status === 'pending' ? 'delivering' : 'done'
}
