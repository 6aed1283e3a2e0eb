import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Download, ScanLine } from 'lucide-react'
import { paymentsListBanks, type Order } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { LoginGate } from '@/features/login-gate/login-gate'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { plain } from '@/i18n/plain'
import { formatBaht } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { QrCode, qrPicture } from '@/ui/qr'
import { toast } from '@/ui/toast'
import { payeeOf } from '@/features/orders/payee'
import { pictureCaptions } from '@/features/orders/picture-captions'
import { AwaitedOrder, Waiting } from '@/features/orders/waiting'

export function PromptPayPage() {
  const t = useTexts('orders')
  const { number } = useSearch({ from: '/promtpay' })
  return (
    <LoginGate heading={t('promptpay.heading')}>
      <AwaitedOrder number={number} flow="code" page={Scanned} />
    </LoginGate>
  )
}

function Scanned({ order }: { order: Order }) {
  const t = useTexts('orders')
  const amount = formatBaht(order.totalSatang, 'exact')
  const payload = order.payment?.qrPayload ?? ''
  const payee = payeeOf(payload)
  return (
    <Waiting
      order={order}
      flow="code"
      shown={
        <figure className="mx-auto w-full max-w-[256px] overflow-hidden rounded-panel bg-white text-black">
          <PromptPayMark name={t('promptpay.mark')} />
          <QrCode text={payload} label={t('promptpay.qrLabel', { amount })} className="mx-auto w-full max-w-[236px]" />
          {payee && (
            <figcaption className="-mt-2 px-4 pb-3.5 text-center text-sm leading-snug text-[#3d4a5c]">
              {t('promptpay.payee')} <span className="num inline-block text-black">{payee}</span>
            </figcaption>
          )}
        </figure>
      }
      tools={<Tools order={order} payload={payload} amount={amount} />}
    />
  )
}

/** People look for it above a code to scan. Drawn after the sign used in Thai shops. */
function PromptPayMark({ name }: { name: string }) {
  return (
    <p className="flex items-center justify-center gap-2.5 bg-[#113566] py-2 text-white">
      <svg
        viewBox="0 0 28 28"
        className="size-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M3 3h8v8H3zM17 3h8v8h-8zM3 17h8v8H3z" />
        <path d="M17 17h3v3h5M25 25h-5v-2" stroke="#3ad0c6" strokeLinecap="round" />
      </svg>
      <span className="num text-lg leading-snug">{name}</span>
    </p>
  )
}

/** On a phone the user saves the picture and opens it in the banking app; on a wide screen, they scan it with a phone. */
function Tools({ order, payload, amount }: { order: Order; payload: string; amount: string }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['banks', order.channel],
    meta: { public: true },
    queryFn: () => answerOf(paymentsListBanks({ body: { channel: order.channel } })),
    staleTime: 3600_000,
  })
  const picture = () => qrPicture(payload, pictureCaptions(order, language, t))
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
      await navigator.share({ files: [file], text: plain(t('promptpay.shareText', { amount, number: order.number })) })
    } catch (error) {
      // Closing the sheet is not a failure.
      if ((error as Error).name !== 'AbortError') void save()
    }
  }
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <p className="text-center text-sm text-balance text-mute md:hidden">{t('promptpay.how')}</p>
      <div className="flex items-start gap-3.5 rounded-panel border border-lime/50 bg-lime-dim p-4 max-md:hidden">
        <ScanLine className="mt-0.5 size-6 flex-none text-lime" aria-hidden="true" />
        <p>
          <span className="num block text-lime">{t('promptpay.scan')}</span>
          <span className="text-sm">{t('promptpay.scanHow')}</span>
        </p>
      </div>
      <div className={canShare ? 'grid grid-cols-2 gap-2.5' : ''}>
        <Button look="primary" wide className="md:hidden" onClick={() => void save()}>
          <Download className="size-5" aria-hidden="true" />
          {t('promptpay.save')}
        </Button>
        <Button size="sm" wide className="max-md:hidden" onClick={() => void save()}>
          <Download className="size-4" aria-hidden="true" />
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
