import type { Order } from '@/api/generated'
import { authorizeAddress } from '@/features/channels/authorize'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Asking, useAskingText } from './asking'
import { ChangeChannel } from './change-channel'

/** The buyer is back from the bank, whose answer is still awaited. */
export function AskingBank({ order }: { order: Order }) {
  const t = useTexts('orders')
  const askingText = useAskingText(order)
  // While a payment is being checked, nothing leads to another one.
  const address = order.paymentChecking ? undefined : authorizeAddress(order.payment?.authorizeUrl)
  return (
    <Asking
      order={order}
      nameAtBank={order.payment?.nameAtBank}
      actions={
        <>
          <ChangeChannel order={order}>
            {(open) => (
              <Button wide className={cx(!address && 'col-span-2')} onClick={open}>
                {t('asking.changeWay')}
              </Button>
            )}
          </ChangeChannel>
          {address && (
            <a href={address} className={buttonClass('plain', 'md', true)}>
              {askingText('backTo')}
            </a>
          )}
        </>
      }
    />
  )
}
