import { useNavigate, useSearch } from '@tanstack/react-router'
import { ConnectionMark } from '@/live/connection-mark'
import { AccountPage } from '@/features/account/shell'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { PurchaseList, usePurchases } from './purchase-list'

const PER_PAGE = 10
const FILTERS = ['pending', 'completed', 'incomplete', 'error'] as const

export function PurchasedPage() {
  const t = useTexts('orders')
  return (
    <AccountPage heading={t('purchased.heading')} aside={<ConnectionMark />}>
      <Purchases />
    </AccountPage>
  )
}

function Purchases() {
  const t = useTexts('orders')
  const navigate = useNavigate()
  const { page = 1, status } = useSearch({ from: '/account/purchased' })
  const { data } = usePurchases(page, PER_PAGE, status)
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const go = (next: number) =>
    void navigate({ to: '/account/purchased', search: { ...(status && { status }), ...(next > 1 && { page: next }) } })
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('purchased.filter.label')}</legend>
        <Chip
          checked={status === undefined}
          label={t('purchased.filter.all')}
          onChoose={() => void navigate({ to: '/account/purchased', search: {} })}
        />
        {FILTERS.map((known) => (
          <Chip
            key={known}
            checked={status === known}
            label={t(`purchased.filter.${known}`)}
            onChoose={() => void navigate({ to: '/account/purchased', search: { status: known } })}
          />
        ))}
      </fieldset>
      <PurchaseList page={page} perPage={PER_PAGE} status={status} />
      {pages > 1 && (
        <nav aria-label={t('purchased.page', { page, pages })} className="flex items-center justify-center gap-4">
          <Button disabled={page <= 1} onClick={() => go(page - 1)}>
            {t('purchased.previous')}
          </Button>
          <span className="text-mute">{t('purchased.page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => go(page + 1)}>
            {t('purchased.next')}
          </Button>
        </nav>
      )}
    </>
  )
}
