import { Link } from '@tanstack/react-router'
import type { DeliveryLive, LineActivation, TrackedActivation } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Spinner } from '@/ui/spinner'
import { ActivationDates, ActivationTag } from './activation'

/** The operator's reasons for a refusal; each has its own text. */
const REASONS = ['not_eligible', 'already_active', 'wrong_network', 'number_suspended', 'number_blocked'] as const

interface LineStateProps {
  activation: LineActivation | TrackedActivation | undefined
  delivery: Pick<DeliveryLive, 'status' | 'failureCode'>
  /** Masked */
  number: string
  /** Whether the whole order's money went back. */
  paidBack: boolean
  /** Whether the buyer decides what happens with the money. */
  asksBuyer: boolean
  /** Whether the buyer is not signed in: the state is not live, and their packages are not linked. */
  signedOut?: boolean
}

/** The state of a paid package on its number: being switched on, its dates, or why it was refused and where the money is. */
export default function LineState({ activation, delivery, number, paidBack, asksBuyer, signedOut = false }: LineStateProps) {
  const t = useTexts('numbers')
  const { status, failureCode } = delivery
  const failed = status === 'repair' || status === 'closed'
  if (failed) {
    const reason = REASONS.find((known) => known === failureCode) ?? 'other'
    return (
      <div className="flex flex-col gap-1 border-t border-line pt-3 text-sm" role="status">
        <p className="text-amber">{t(`refused.${reason}`)}</p>
        {!asksBuyer && <p>{t(`money.${paidBack ? 'paidBack' : status}`)}</p>}
      </div>
    )
  }
  if (!activation || activation.status === 'accepted') {
    return (
      <p className="flex items-center gap-3 border-t border-line pt-3 text-sm" role="status">
        <Spinner />
        {t(signedOut ? 'switchingOn' : 'accepted', { number })}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3" role="status">
      <p className="self-start">
        <ActivationTag status={activation.status} />
      </p>
      <ActivationDates activation={activation} />
      {activation.status !== 'refused' && !signedOut && (
        <Link to="/account/subscriptions" className="inline-flex min-h-11 items-center self-start text-sm text-lime underline">
          {t('manage')}
        </Link>
      )}
    </div>
  )
}
