import type { OrderStatus } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Tag } from '@/ui/tag'
import type { OrderNeed } from '@/api/generated'

type Standing = OrderStatus | 'paid'

/** Returns how an order stands; a paid one that is not delivered is not pending any more. */
const standingOf = ({ status, paidAt }: { status: OrderStatus; paidAt?: string | null }): Standing =>
  status === 'pending' && paidAt != null ? 'paid' : status

const TONES = { pending: undefined, paid: 'amber', completed: 'lime', incomplete: undefined, error: 'red' } as const

/** How an order stands, in one word and colour in every room of the console. */
export function StateTag({ order }: { order: { status: OrderStatus; paidAt?: string | null } }) {
  const t = useTexts('consoleOrders')
  const standing = standingOf(order)
  return <Tag tone={TONES[standing]}>{t(`state.${standing}`)}</Tag>
}

const FLAG_TONES = { repair: 'red', refund: 'amber', dispute: 'red', checking: 'amber' } as const

/** What somebody has to look at. */
export function FlagTags({ flags }: { flags: readonly OrderNeed[] }) {
  const t = useTexts('consoleOrders')
  return (
    <span className="inline-flex gap-1.5">
      {flags.map((flag) => (
        <Tag key={flag} tone={FLAG_TONES[flag]}>
          {t(`flag.${flag}`)}
        </Tag>
      ))}
    </span>
  )
}
