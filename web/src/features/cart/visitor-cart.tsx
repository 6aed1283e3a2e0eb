import { useContent, useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { ofVisitor, visitorTotals } from './lines'
import { useVatRate } from './vat'
import { isVisitors, useVisitorCart } from './visitor'
import { addVisitorLine, lineKey, removeVisitorLine, setVisitorQuantity, VISITOR_LIMITS } from './visitor-lines'
import { CartList } from './cart-list'

export function VisitorCart() {
  const vatRate = useVatRate()
  const t = useTexts('cart')
  const content = useContent()
  const kept = useVisitorCart((cart) => cart.lines).filter(isVisitors)
  const lines = kept.map(ofVisitor)
  return (
    <CartList
      lines={lines}
      totals={visitorTotals(kept, vatRate)}
      limits={VISITOR_LIMITS}
      busy={false}
      onQuantity={(line, to) => setVisitorQuantity(line.key, to)}
      onRemove={(line) => {
        const before = kept.find((known) => lineKey(known) === line.key)
        removeVisitorLine(line.key)
        void toast(t('removed', { name: content(line.name) }), {
          action: { label: t('undo'), onClick: () => before && addVisitorLine(before) },
        })
      }}
      member={false}
    />
  )
}
