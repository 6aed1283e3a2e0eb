import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { type Order, purchaseHandOver, purchaseHandOverToInbox, purchaseUpdateOrderStatus } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { Button } from '@/ui/button'
import { useSecondsLeft } from '@/ui/countdown'
import { cx } from '@/ui/cx'
import { currentDevice, type InAppBrowser } from '@/ui/device'
import { Notice } from '@/ui/feedback'
import { QrCode } from '@/ui/qr'
import { useProblemText } from '@/ui/query-error'
import { ChangeChannel } from './change-channel'
import { channelRefusal, payPage } from './channel'
import { InAppNotice } from './in-app'
import { useInSentence } from './labels'
import { rereadOrder, showOrder } from './order'
import { rereadWaiting } from './waiting-orders'

/** Fetches the single-use link of this attempt. Another call would replace it, so it is fetched only on request. */
function useHandOver({ number, payment }: Order, enabled: boolean) {
  return useQuery({
    queryKey: ['handOver', number, payment?.reference],
    queryFn: async () => {
      try {
        return await answerOf(purchaseHandOver({ body: { number } }))
      } catch (error) {
        // It was paid or ended elsewhere.
        if (problemOf(error).status === 409) void rereadOrder(number)
        throw error
      }
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  })
}

interface HandOverProps {
  order: Order
  /** The app whose browser this is: the link leads out of it. A computer shows the link as a QR code. */
  app?: InAppBrowser | undefined
}

/** Hands the payment to a phone, or to the phone's own browser: the link, and then the news that it was opened. */
export function HandOver(props: HandOverProps) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <HandOverState {...props} onRenew={() => place.current?.focus()} />
    </div>
  )
}

/** `onRenew`: the pressed button disappears, so the focus has to go elsewhere. */
function HandOverState({ order, app, onRenew }: HandOverProps & { onRenew: () => void }) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  const problemText = useProblemText()
  const { reference, openedOnPhoneAt: openedAt, device } = order.payment ?? {}
  // A phone that opens the link may make an attempt of its own. A link for that one would take it away from the phone.
  const isOfPhone = !app && device !== undefined && device !== 'web'
  // The opened attempt for which the user wanted another link.
  const [replaced, setReplaced] = useState<{ reference: string | undefined; openedAt: string | null | undefined }>()
  const isReplaced = replaced?.reference === reference && replaced !== undefined && (openedAt == null || openedAt === replaced.openedAt)
  const opened = (openedAt != null || isOfPhone) && !isReplaced
  const link = useHandOver(order, !opened && !isReplaced)
  const left = useSecondsLeft(link.data && Date.parse(link.data.expiresAt), serverNow)
  const name = { channel: inSentence(order.channelName) }
  const renew = () => {
    onRenew()
    setReplaced({ reference, openedAt })
    void link.refetch()
  }
  const renewButton = (
    <Button size="sm" busy={link.isFetching} onClick={renew}>
      {t('handOver.renew')}
    </Button>
  )
  if (opened) {
    return (
      <Panel live label={t('handOver.opened')}>
        <p>{t('handOver.openedText', name)}</p>
        {renewButton}
      </Panel>
    )
  }
  if (link.error && !link.isFetching) {
    return (
      <Notice tone="error" action={renewButton}>
        <p>{t('handOver.missing')}</p>
        <p className="text-sm text-mute">{problemText(problemOf(link.error))}</p>
      </Notice>
    )
  }
  if (!link.data || link.isFetching) return <div className="skeleton h-[240px]" />
  if (left === 0) {
    return (
      <Panel label={t('handOver.linkOver')}>
        <p className="text-sm text-mute">{t('handOver.once')}</p>
        {renewButton}
      </Panel>
    )
  }
  if (app) return <InAppNotice app={app} address={link.data.url} />
  return (
    <div className="flex items-center gap-4 rounded-panel border border-line bg-panel p-4 max-xs:flex-col">
      <QrCode text={link.data.url} label={t('handOver.qrLabel')} className="w-[184px] flex-none rounded-control" />
      <div className="flex min-w-0 flex-col gap-2">
        <Dot live>{t('handOver.waits')}</Dot>
        <p className="text-sm text-mute">{t('handOver.once')}</p>
        <ToInbox key={reference} number={order.number} />
      </div>
    </div>
  )
}

/** Sends the payment to the buyer's inbox, for a phone on which they are logged in. */
function ToInbox({ number }: { number: string }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const sending = useMutation({
    mutationFn: () => answerOf(purchaseHandOverToInbox({ body: { number } })),
    onError: (cause) => {
      if (problemOf(cause).status === 409) void rereadOrder(number)
    },
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
        {t('handOver.toInbox')}
      </Button>
      <p role="status" className="text-sm text-lime empty:hidden">
        {sending.data && t(sending.data.isNew ? 'handOver.inInbox' : 'handOver.alreadyInInbox')}
      </p>
      {sending.error && <Notice tone="error">{problemText(problemOf(sending.error))}</Notice>}
    </div>
  )
}

function Panel({ label, live = false, children }: { label: string; live?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'flex flex-col items-start gap-3 rounded-panel border p-4',
        live ? 'border-lime/50 bg-lime-dim' : 'border-line bg-panel',
      )}
    >
      <Dot live={live}>{label}</Dot>
      {children}
    </div>
  )
}

/** A state with a dot, which pulses while something is awaited. */
export function Dot({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <p className={cx('flex items-center gap-2.5 text-sm', live ? 'text-lime' : 'text-mute')}>
      <span
        aria-hidden="true"
        className={cx('size-2.5 flex-none rounded-full', live ? 'animate-[ring_1.4s_ease-out_infinite] bg-lime' : 'bg-control')}
      />
      <span>{children}</span>
    </p>
  )
}

/** The ways to pay without the phone's app: all of them, and the PromptPay code in one step. */
export function OtherWays({ order, promptpay }: { order: Order; promptpay: boolean }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const changing = useMutation({
    mutationFn: () =>
      answerOf(
        purchaseUpdateOrderStatus({
          body: { number: order.number, action: 'change_channel', channel: 'promptpay', device: currentDevice() },
        }),
      ),
    onSuccess: (changed) => {
      showOrder(changed)
      rereadWaiting()
      void navigate({ ...payPage(changed), replace: true })
    },
    onError: (cause) => {
      if (problemOf(cause).status === 409) void rereadOrder(order.number)
    },
  })
  const problem = changing.error ? problemOf(changing.error) : undefined
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <ChangeChannel order={order}>{(open) => <Button onClick={open}>{t('handOver.otherWay')}</Button>}</ChangeChannel>
        {promptpay && (
          <Button busy={changing.isPending} onClick={() => changing.mutate()}>
            {t('handOver.promptpay')}
          </Button>
        )}
      </div>
      {problem && <Notice tone="error">{channelRefusal(problem) ?? problemText(problem)}</Notice>}
    </>
  )
}
