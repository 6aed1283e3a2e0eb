import { type Order, purchaseCheckOrder } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { cardName } from '@/features/cards/names'
import { authorizeAddress } from '@/features/channels/authorize'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { useHead } from '@/ui/head'
import { CardChoice } from './card-choice'
import { Dot } from './hand-over'
import { showOrder } from './order'
import { NameAtBank } from './pay-by'
import { stageOf } from './stage'
import { useAsking } from './use-asking'
import { useCameBack } from './use-came-back'
import { useOpenRequest } from './use-open-request'
import { AwaitedOrder, Waiting } from './waiting'

/** A card pays: the choice of the card, then the confirmation at its bank. */
export function CardPage({ number }: { number: string }) {
  const t = useTexts('orders')
  useHead({ title: t('card.title') })
  return <AwaitedOrder number={number} flow="card" page={PaidByCard} />
}

export function PaidByCard({ order }: { order: Order }) {
  const t = useTexts('orders')
  const { authorizeUrl, card, nameAtBank } = order.payment ?? {}
  const awaited = stageOf(order) === 'awaiting'
  const address = authorizeAddress(authorizeUrl)
  useOpenRequest(order.number, awaited ? address : undefined)
  const cameBack = useCameBack()
  // A bank that need not be visited may answer at any time.
  useAsking(awaited && (cameBack || !address), async () =>
    showOrder(await answerOf(purchaseCheckOrder({ body: { number: order.number } }))),
  )
  return (
    <Waiting
      order={order}
      flow="card"
      choice={<CardChoice order={order} />}
      {...(address && { title: t('card.confirm') })}
      shown={
        <div className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
          <Dot live>{t('card.waits')}</Dot>
          {card && <p className="num">{cardName(card)}</p>}
          {address && <p>{t('card.how')}</p>}
          {nameAtBank && <NameAtBank name={nameAtBank} />}
        </div>
      }
      tools={
        address && (
          <a href={address} className={buttonClass('primary', 'md', true)}>
            {t('card.confirm')}
          </a>
        )
      }
    />
  )
}
