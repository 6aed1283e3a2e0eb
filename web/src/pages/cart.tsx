import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { AccountCart } from '@/features/cart/account-cart'
import { VisitorCart } from '@/features/cart/visitor-cart'

export function CartPage() {
  const t = useTexts('cart')
  const status = useSession((session) => session.status)
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('heading')}</h1>
      {status === 'unknown' ? <div className="skeleton h-64" /> : status === 'member' ? <AccountCart /> : <VisitorCart />}
    </div>
  )
}
