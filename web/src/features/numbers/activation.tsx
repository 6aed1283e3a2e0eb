import type { ActivationStatus, LineActivation } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { formatBaht } from '@/ui/amount'
import { Tag } from '@/ui/tag'

const TONES: Readonly<Record<ActivationStatus, 'lime' | 'amber' | undefined>> = {
  accepted: undefined,
  active: 'lime',
  refused: 'amber',
  cancelled: undefined,
  ended: undefined,
}

export function ActivationTag({ status }: { status: ActivationStatus }) {
  const t = useTexts('numbers')
  return <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>
}

type Dates = Pick<LineActivation, 'status' | 'activatedAt' | 'expiresAt' | 'nextRenewalAt' | 'renewalPriceSatang'>

/** Returns the time until which a cancelled or ending package works. */
export const worksUntil = ({ expiresAt, nextRenewalAt }: Pick<Dates, 'expiresAt' | 'nextRenewalAt'>) =>
  expiresAt ?? nextRenewalAt ?? undefined

/** Start, end and next renewal of a package, as far as they are known and still matter. */
export function ActivationDates({ activation }: { activation: Dates }) {
  const t = useTexts('numbers')
  const language = useLanguage()
  const { status, activatedAt, nextRenewalAt, renewalPriceSatang } = activation
  const until = worksUntil(activation)
  const renewsNext = status === 'active' && nextRenewalAt != null
  const rows: Array<[name: string, at: string]> = []
  if (activatedAt != null) rows.push([t('since'), activatedAt])
  if (renewsNext) rows.push([t('nextRenewal'), nextRenewalAt])
  else if (until !== undefined) rows.push([t(status === 'ended' ? 'endedAt' : 'until'), until])
  if (rows.length === 0) return null
  const billed = renewsNext && renewalPriceSatang != null && t('billed', { amount: formatBaht(renewalPriceSatang) })
  const more = billed || (status === 'cancelled' && t('noRenewal'))
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm [&_dt]:text-mute">
      {rows.map(([name, at], row) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="num">{formatDate(at, language)}</dd>
          {more && row === rows.length - 1 && <dd className="col-start-2 text-mute">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}
