import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { paymentsListBanks, type Order } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { NeedsLogin } from '@/features/way-in/needs-login'
import { useContent, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { QrCode, qrPicture } from '@/ui/qr'
import { toast } from '@/ui/toast'
import { AwaitedOrder, Waiting } from './waiting'

export function PromptPayPage() {
  const t = useTexts('orders')
  const { number } = useSearch({ from: '/promtpay' })
  return (
    <NeedsLogin heading={t('promptpay.heading')}>
      <AwaitedOrder number={number} way="promptpay" page={Scanned} />
    </NeedsLogin>
  )
}

function Scanned({ order }: { order: Order }) {
  const t = useTexts('orders')
  const amount = formatBaht(order.totalSatang, 'exact')
  const payload = order.payment?.qrPayload ?? ''
  return (
    <Waiting
      order={order}
      way="promptpay"
      shown={<QrCode text={payload} label={t('promptpay.qrLabel', { amount })} className="mx-auto w-full max-w-[264px] rounded-panel" />}
      tools={<Tools order={order} payload={payload} amount={amount} />}
    />
  )
}

/** On a phone one pays by saving the picture and opening it in the banking app: that comes first. */
function Tools({ order, payload, amount }: { order: Order; payload: string; amount: string }) {
  const t = useTexts('orders')
  const content = useContent()
  const { data } = useQuery({
    queryKey: ['banks'],
    meta: { public: true },
    queryFn: () => answerOf(paymentsListBanks({ body: { channel: 'promptpay' } })),
    staleTime: 3600_000,
  })
  const picture = () => qrPicture(payload, [`${amount} THB`, order.number])
  const save = async () => {
    const url = URL.createObjectURL(await picture())
    const link = document.createElement('a')
    link.href = url
    link.download = `${order.number}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
    void toast(t('promptpay.saved'), { tone: 'success' })
  }
  const share = async () => {
    const file = new File([await picture()], `${order.number}.png`, { type: 'image/png' })
    try {
      await navigator.share({ files: [file], text: t('promptpay.shareText', { amount, number: order.number }) })
    } catch (error) {
      // Closing the sheet is no failure.
      if ((error as Error).name !== 'AbortError') void save()
    }
  }
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <div className={canShare ? 'grid grid-cols-2 gap-2.5' : ''}>
        <Button look="primary" wide onClick={() => void save()}>
          {t('promptpay.save')}
        </Button>
        {canShare && <Button onClick={() => void share()}>{t('promptpay.share')}</Button>}
      </div>
      {data && (
        <nav aria-label={t('promptpay.bankApps')} className="grid grid-cols-2 gap-2 xs:grid-cols-4 md:hidden">
          {data.items
            .filter((bank) => bank.appUrl)
            .map((bank) => (
              <a key={bank.code} href={bank.appUrl ?? ''} className={buttonClass('plain', 'sm', true)}>
                <span className="text-xs">{/\(([^)]+)\)/.exec(content(bank.name))?.[1] ?? content(bank.name)}</span>
              </a>
            ))}
        </nav>
      )}
    </>
  )
}
