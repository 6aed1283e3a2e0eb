import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { type Order, paymentsListChannels as listChannels, purchaseUpdateOrderStatus } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { currentDevice } from '@/ui/device'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { channelRefusal, numberHint, numberLabel, numberRefusal, payingNumber, payPage, suitingChannel } from './channel'
import { loadChoice } from './saved-choice'
import { rereadOrder, showOrder } from './order'
import { openBank } from './open-bank'
import { type Channel, ChannelCards, PayingNumber } from './pay-by'
import { PayLabel } from './pay-label'
import { useNumberRefusal } from './use-number-refusal'
import { rereadWaiting } from './waiting-orders'
import { unbroken } from './labels'

interface ChangeChannelProps {
  order: Order
  /** Opens the dialog. */
  children: (open: () => void) => ReactNode
}

/** Pays the same order through another channel or number: the reservation and the price stay. Locked while a payment is being checked. */
export function ChangeChannel({ order, children }: ChangeChannelProps) {
  const t = useTexts('orders')
  const [wanted, setOpen] = useState(false)
  if (order.paymentChecking) {
    return (
      <span className="flex min-w-0 flex-col gap-1">
        <Button size="sm" disabled>
          {t('change.open')}
        </Button>
        <span className="text-sm text-mute">{t('checking.locked')}</span>
      </span>
    )
  }
  return (
    <>
      {children(() => setOpen(true))}
      <Dialog open={wanted} onClose={() => setOpen(false)} width={600} title={t('change.title')}>
        <Choose order={order} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Choose({ order, onDone }: { order: Order; onDone: () => void }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const navigate = useNavigate()
  const numberText = useNumberRefusal()
  const me = useSession((session) => session.me)
  const { data, own, error, refetch } = useChannelsOf(order)
  const [chosen, setChosen] = useState<string>()
  const [number, setNumber] = useState(() => loadChoice(me?.id).number ?? '')
  const [choseMine, setChoseMine] = useState<boolean>()
  // The current channel is not offered.
  const mine = own !== undefined && (choseMine ?? (number === '' && order.payment?.mobileNumber !== own))
  const field = useRef<HTMLInputElement>(null)
  const channel = data?.find(({ code, allowed }) => allowed && code === chosen) ?? data?.find(({ allowed }) => allowed)
  const changing = useMutation({
    mutationFn: (to: Channel) =>
      answerOf(
        purchaseUpdateOrderStatus({
          body: {
            number: order.number,
            action: 'change_channel',
            channel: to.code,
            ...payingNumber(to, mine, number),
            device: currentDevice(),
          },
        }),
      ),
    onSuccess: (changed, to) => {
      showOrder(changed)
      rereadWaiting()
      onDone()
      void navigate({ ...payPage(changed), replace: true })
      setTimeout(() => openBank(changed, to), 0)
    },
    onError: (cause, to) => {
      const problem = problemOf(cause)
      if (numberRefusal(problem) !== undefined) {
        field.current?.focus()
        // The wallet needs a number by now.
        if (!to.byNumber) void refetch()
      }
      // It was paid or ended elsewhere.
      if (problem.status === 409 || problem.status === 410) void rereadOrder(order.number)
    },
  })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  const problem = changing.error ? problemOf(changing.error) : undefined
  const refused = problem && channel?.byNumber ? numberText(problem) : undefined
  const choose = (code: string) => {
    setChosen(code)
    changing.reset()
  }
  const suits = problem && suitingChannel(problem, data)
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (channel && !changing.isPending) changing.mutate(channel)
      }}
    >
      <p className="text-mute">{t('change.text', { number: unbroken(order.number) })}</p>
      <ChannelCards
        legend={t('process.channels')}
        quiet
        channels={data}
        channel={channel?.code ?? ''}
        own={own}
        onChoose={choose}
        paying={
          channel?.byNumber && (
            <PayingNumber
              ref={field}
              label={t(numberLabel(channel))}
              hint={t(numberHint(channel))}
              error={refused}
              own={own}
              mine={mine}
              onMine={(next) => {
                setChoseMine(next)
                changing.reset()
              }}
              value={number}
              onType={(typed) => {
                setNumber(typed)
                changing.reset()
              }}
              readOnly={changing.isPending}
              suits={suits}
              onSuits={choose}
            />
          )
        }
      />
      {problem && refused === undefined && <Notice tone="error">{channelRefusal(problem) ?? problemText(problem)}</Notice>}
      <Button type="submit" look="primary" wide disabled={!channel} busy={changing.isPending}>
        <span>
          <PayLabel channel={channel} satang={order.totalSatang} />
        </span>
      </Button>
    </form>
  )
}

/** Loads the channels for an order, with the reasons of those that cannot pay it. */
export const orderChannelsQuery = (number: string) =>
  queryOptions({
    queryKey: ['channels', 'order', number],
    queryFn: () => answerOf(listChannels({ body: { orderNumber: number } })),
    staleTime: 15_000,
  })

/** The channels that can pay this order. A channel that bills a number takes another number; a PromptPay code is renewed instead. */
function useChannelsOf({ number, channel }: Order) {
  const query = useQuery(orderChannelsQuery(number))
  const others = query.data?.items.filter(({ code, byNumber }) => code !== channel || byNumber)
  return { ...query, data: others, own: query.data?.myNumber?.masked }
}
