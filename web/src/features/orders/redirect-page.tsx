import { useQuery } from '@tanstack/react-query'
import { type Order, purchaseCheckOrder } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { authorizeAddress } from '@/features/channels/authorize'
import { useTexts } from '@/i18n'
import { Button, buttonClass } from '@/ui/button'
import { currentDevice, currentInAppBrowser, isPhone } from '@/ui/device'
import { Notice } from '@/ui/feedback'
import { useHead } from '@/ui/head'
import { useProblemText } from '@/ui/query-error'
import { channelRefusal } from './channel'
import { orderChannelsQuery } from './change-channel'
import { Dot, HandOver, OtherWays } from './hand-over'
import { unbroken, useInSentence } from './labels'
import { showOrder } from './order'
import { NameAtBank } from './pay-by'
import { stageOf } from './stage'
import { useAsking } from './use-asking'
import { useCameBack } from './use-came-back'
import { useOpenRequest } from './use-open-request'
import { AwaitedOrder, useNewCode, Waiting } from './waiting'

/** The payment is made in a bank's or wallet's app or on its page: the way there, also by a phone. */
export function RedirectPage({ number }: { number: string }) {
  const t = useTexts('orders')
  useHead({ title: t('redirect.title') })
  return <AwaitedOrder number={number} flow="redirect" page={Redirected} />
}

export function Redirected({ order }: { order: Order }) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  const awaited = stageOf(order) === 'awaiting'
  const channel = { flow: 'redirect', onPhone: order.payment?.onPhone ?? false }
  const phone = isPhone()
  const { data } = useQuery({ ...orderChannelsQuery(order.number), enabled: awaited && channel.onPhone && !phone })
  const inApp = phone ? currentInAppBrowser() : undefined
  const app = channel.onPhone ? inApp : undefined
  const handsOver = channel.onPhone && !phone
  // An attempt that was made for a computer does not open a phone's app.
  const isForOther = phone && order.payment?.device !== undefined && order.payment.device !== currentDevice()
  const address = isForOther && channel.onPhone ? undefined : authorizeAddress(order.payment?.authorizeUrl)
  useOpenRequest(order.number, awaited ? address : undefined)
  // The shop need not ask while nobody can have been at the bank.
  useAsking(useCameBack() && awaited, async () => showOrder(await answerOf(purchaseCheckOrder({ body: { number: order.number } }))))
  const name = order.payment?.nameAtBank
  const walletNumber = order.payment?.mobileNumber
  const bank = name && <NameAtBank name={name} className="text-center" />
  if (handsOver || app) {
    return (
      <Waiting
        order={order}
        flow="redirect"
        channel={channel}
        {...(handsOver && { title: t('handOver.heading', { channel: inSentence(order.channelName) }) })}
        shown={
          <div className="flex flex-col gap-3">
            {handsOver && <p className="text-mute">{t('handOver.text', { channel: inSentence(order.channelName) })}</p>}
            <HandOver order={order} app={app} />
            {bank}
          </div>
        }
        tools={
          handsOver && (
            <>
              <OtherWays order={order} promptpay={data?.items.some(({ code, allowed }) => code === 'promptpay' && allowed) ?? false} />
              <p className="text-sm text-mute">{t('handOver.bar')}</p>
            </>
          )
        }
      />
    )
  }
  return (
    <Waiting
      order={order}
      flow="redirect"
      channel={channel}
      shown={
        <div className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
          <Dot live>{t('step.bankWaiting', { channel: inSentence(order.channelName) })}</Dot>
          {walletNumber && <p>{t('redirect.walletNumber', { channel: inSentence(order.channelName), number: unbroken(walletNumber) })}</p>}
          <p>{t('redirect.how', { channel: inSentence(order.channelName) })}</p>
          {name && <NameAtBank name={name} />}
        </div>
      }
      tools={<OpenBank order={order} address={address} channel={channel} />}
    />
  )
}

interface OpenBankProps {
  order: Order
  address: string | undefined
  channel: { flow: string; onPhone: boolean }
}

/** The way to the bank. An attempt that was made for another device may have no address: then a new one is made for this device. */
function OpenBank({ order, address, channel }: OpenBankProps) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  const problemText = useProblemText()
  const { ask, busy, problem, wait } = useNewCode(order, channel)
  const label = t('redirect.open', { channel: inSentence(order.channelName) })
  if (address) {
    return (
      <a href={address} className={buttonClass('primary', 'md', true)}>
        {label}
      </a>
    )
  }
  return (
    <>
      <Button look="primary" wide busy={busy} disabled={wait > 0} onClick={ask}>
        {label}
      </Button>
      {problem && <Notice tone="error">{channelRefusal(problem) ?? problemText(problemOf(problem))}</Notice>}
    </>
  )
}
