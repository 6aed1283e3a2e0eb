import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { PriceChange } from './ordered-item'
import type { Checkout } from './use-checkout'

/** Asks whether to continue with a total or with prices that have changed. */
export function PriceQuestion({ checkout }: { checkout: Checkout }) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const content = useContent()
  const { question, closeQuestion, changed, next, accept, uncertain } = checkout
  return (
    <Dialog
      open={question !== undefined}
      onClose={closeQuestion}
      title={t('process.changedTitle')}
      actions={
        <>
          <Button onClick={closeQuestion}>{common('action.cancel')}</Button>
          <Button look="primary" disabled={uncertain} onClick={accept}>
            {t('process.acceptChange', { next: formatBaht(next, 'exact') })}
          </Button>
        </>
      }
    >
      {typeof question === 'object' && (
        <p>{t('process.changedText', { old: formatBaht(question.old, 'exact'), next: formatBaht(question.next, 'exact') })}</p>
      )}
      {question === 'lines' && (
        <>
          <p>{t('process.changedLines')}</p>
          <ul className="mt-3 flex flex-col gap-2">
            {changed.map((item) => (
              <li key={item.key}>
                <span className="block font-semibold">{content(item.name)}</span>
                <PriceChange item={item} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
