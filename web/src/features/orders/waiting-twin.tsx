import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { clockTime, useSecondsLeft } from '@/ui/countdown'
import { Dialog } from '@/ui/dialog'
import { unbroken } from './labels'

/** An unpaid order of the same items, as the shop sends it when a second one is requested. */
export interface WaitingTwin {
  number: string
  totalSatang: number
  expiresAt: string
  /** The total of the second order. */
  total: number
}

/** Asked before the same is ordered twice: pay the unpaid order, or order again. */
export function WaitingTwinDialog({ twin, onClose, onAgain }: { twin: WaitingTwin; onClose: () => void; onAgain: () => void }) {
  const t = useTexts('orders')
  const left = useSecondsLeft(Date.parse(twin.expiresAt), serverNow)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('twin.title')}
      actions={
        <>
          <Button onClick={onAgain}>{t('twin.again')}</Button>
          {/* Its page leads on to the page where a number's code is entered. */}
          <Link to="/promtpay" search={{ number: twin.number }} className={buttonClass('primary')}>
            {t('twin.pay')}
          </Link>
        </>
      }
    >
      <p>
        {t('twin.text', { number: unbroken(twin.number), amount: formatBaht(twin.totalSatang, 'exact') })}{' '}
        {left !== undefined && <span className="num whitespace-nowrap text-amber">{t('waiting.left', { time: clockTime(left) })}</span>}
      </p>
    </Dialog>
  )
}
