import { Link, useNavigate } from '@tanstack/react-router'
import type { CartLimits } from '@/api/generated'
import { useTexts } from '@/i18n'
import { Amount, formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { PayFoot } from '@/ui/pay-foot'
import { byTarget, type CartLine, isBuyable } from './lines'
import { useVatRate } from './vat'
import { CartRow } from './cart-row'

interface Totals {
  subtotalSatang: number
  discountSatang: number
  vatSatang: number
  totalSatang: number
}

interface CartListProps {
  lines: readonly CartLine[]
  totals: Totals
  limits: CartLimits
  busy: boolean
  onQuantity: (line: CartLine, to: number) => void
  onRemove: (line: CartLine) => void
  member: boolean
}

export function CartList({ lines, totals, limits, busy, onQuantity, onRemove, member }: CartListProps) {
  const vatRate = useVatRate()
  const t = useTexts('cart')
  const navigate = useNavigate()
  if (lines.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('primary')}>
            {t('chooseGame')}
          </Link>
        }
      >
        {t('empty')}
      </EmptyState>
    )
  }
  // A visitor has to sign in before paying.
  const pay = () =>
    void (member
      ? navigate({ to: '/payment/process', search: {} })
      : navigate({ to: '/auth/login', search: { returnTo: '/payment/process' } }))
  const payable = lines.some(isBuyable)
  return (
    <div className="grid items-start gap-8 md:grid-cols-[1fr_360px]">
      <div className="flex flex-col gap-6" aria-busy={busy}>
        {byTarget(lines).map((group) => (
          <section key={group.key} className="flex flex-col gap-3">
            <GroupHeading group={group.lines[0]} />
            <ul className="flex flex-col gap-3">
              {group.lines.map((line) => (
                <CartRow key={line.key} line={line} most={limits.maxOfOne} busy={busy} onQuantity={onQuantity} onRemove={onRemove} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <aside
        aria-label={t('summary')}
        className="flex flex-col gap-3 max-md:border-t max-md:border-line max-md:pt-5 md:sticky md:top-24 md:rounded-panel md:border md:border-line md:bg-panel md:p-5"
      >
        <h2 className="text-xl">{t('summary')}</h2>
        <Row label={t('subtotal')} satang={totals.subtotalSatang} />
        {totals.discountSatang > 0 && <Row label={t('discount')} satang={-totals.discountSatang} />}
        {totals.vatSatang > 0 && <Row label={t('vat', { percent: vatRate / 100 })} satang={totals.vatSatang} />}
        <PayFoot label={t('total')} satang={totals.totalSatang}>
          <Button look="primary" className="max-md:px-3" disabled={!payable || busy} onClick={pay}>
            {t(member ? 'checkout' : 'loginCheckout')}
          </Button>
        </PayFoot>
        {!member && <p className="text-sm text-mute">{t('kept')}</p>}
        <p className="text-sm text-mute">{t('final')}</p>
        <p className="text-xs text-mute">
          {t('limits', { items: limits.maxItems, one: limits.maxOfOne, amount: formatBaht(limits.maxTotalSatang) })}
        </p>
      </aside>
    </div>
  )
}

function GroupHeading({ group }: { group: CartLine | undefined }) {
  const t = useTexts('cart')
  if (!group) return null
  if (!group.playerId) return <h2 className="text-base text-mute">{t('codes')}</h2>
  return (
    <h2 className="flex flex-wrap items-baseline gap-x-3 text-base">
      {group.byNumber ? t('number', { number: group.playerName }) : t('target', { name: group.playerName || group.playerId })}
      {!group.byNumber && (
        <span className="text-sm font-normal text-mute">
          {t('id', { id: group.playerId })}
          {group.server && ` · ${t('server', { server: group.serverName })}`}
        </span>
      )}
    </h2>
  )
}

function Row({ label, satang }: { label: string; satang: number }) {
  return (
    <p className="flex justify-between gap-4 text-mute">
      <span>{label}</span>
      <Amount satang={satang} decimals="exact" className="text-text" />
    </p>
  )
}
