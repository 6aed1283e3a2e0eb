import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Cards, Order } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { type CardForm, cardFormQuery } from '@/features/cards/form-script'
import { cardDigits, cardExpiry, cardName } from '@/features/cards/names'
import { cardsQuery } from '@/features/cards/queries'
import { useLanguage, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Check } from '@/ui/check'
import { ChoiceCard } from '@/ui/choice'
import { clockTime } from '@/ui/countdown'
import { Notice } from '@/ui/feedback'
import { QueryError, useProblemText } from '@/ui/query-error'
import { ChangeChannel } from './change-channel'
import { channelRefusal } from './channel'
import { stageOf } from './stage'
import { usePayByCard } from './use-pay-by-card'

/** Refusals that the failed attempt itself explains. */
const TOLD_BY_ATTEMPT: readonly string[] = ['card_invalid', 'payment_unavailable']

/** The card that pays: a saved one, or another by the provider's form. */
export function CardChoice({ order }: { order: Order }) {
  const { data, error, refetch } = useQuery(cardsQuery)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-40" />
  return <Choice order={order} cards={data} />
}

function Choice({ order, cards: { items, form } }: { order: Order; cards: Cards }) {
  const t = useTexts('orders')
  const [chosen, setChosen] = useState<number | 'new'>()
  const paying = usePayByCard(order)
  const { pay, busy, wait } = paying
  const saved = chosen === 'new' ? undefined : (items.find(({ id }) => id === chosen) ?? items[0])
  const amount = formatBaht(order.totalSatang, 'exact')
  const choose = (value: string) => {
    setChosen(value === 'new' ? 'new' : Number(value))
    paying.reset()
  }
  return (
    <div className="flex flex-col gap-4">
      {items.length > 0 && (
        <fieldset className="flex min-w-0 flex-col gap-2" disabled={busy}>
          <legend className="mb-2 text-lg">{t(stageOf(order) === 'over' ? 'card.newCode' : 'card.choose')}</legend>
          {items.map((card) => (
            <ChoiceCard key={card.id} ring name="card" value={String(card.id)} checked={card.id === saved?.id} onChange={choose}>
              <span className="num">{cardName(card)}</span>
              <span className="text-sm text-mute">, {t('card.expires', { month: cardExpiry(card.expires) })}</span>
            </ChoiceCard>
          ))}
          <ChoiceCard ring name="card" value="new" checked={!saved} onChange={choose}>
            {t('card.useNew')}
          </ChoiceCard>
        </fieldset>
      )}
      <Refusal order={order} paying={paying} />
      {saved ? (
        <Button look="primary" wide busy={busy} disabled={wait > 0} onClick={() => pay({ savedCardId: saved.id })}>
          {wait > 0 ? t('card.newCodeIn', { time: clockTime(wait) }) : t('card.pay', { amount, card: cardDigits(saved) })}
        </Button>
      ) : (
        <NewCard order={order} form={form} paying={paying} />
      )}
      <p className="sr-only" role="status">
        {busy ? t('card.charging') : ''}
      </p>
    </div>
  )
}

type Paying = ReturnType<typeof usePayByCard>

/** Why the last card was not taken. */
function Refusal({ order, paying: { problem, repeat, wait } }: { order: Order; paying: Paying }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  if (!problem || (stageOf(order) === 'over' && TOLD_BY_ATTEMPT.includes(problem.code))) return null
  const unheard = problem.status === 0 || problem.status >= 500
  return (
    <Notice
      tone="error"
      action={
        repeat && (
          <Button size="sm" disabled={wait > 0} onClick={repeat}>
            {wait > 0 ? t('card.newCodeIn', { time: clockTime(wait) }) : t('card.again')}
          </Button>
        )
      }
    >
      <p>{channelRefusal(problem) ?? problemText(problem)}</p>
      {unheard && <p className="text-sm text-mute">{t('card.unheard')}</p>}
    </Notice>
  )
}

interface NewCardProps {
  order: Order
  form: Cards['form']
  paying: Paying
}

/** Another card: the provider's form, and whether the card is kept. */
function NewCard({ order, form: { scriptUrl, publicKey }, paying: { pay, busy, wait, reset } }: NewCardProps) {
  const t = useTexts('orders')
  const language = useLanguage()
  const hint = useId()
  const [save, setSave] = useState(false)
  const opened = useRef<CardForm>(undefined)
  const { data: form, isFetching, isError, refetch } = useQuery(cardFormQuery(scriptUrl))
  // The order may be paid or over while the form is open.
  useEffect(() => () => opened.current?.close(), [])
  if (isError && !isFetching) {
    return (
      <>
        <Notice tone="warn">{t('card.blocked')}</Notice>
        <Button look="primary" wide onClick={() => void refetch()}>
          {t('card.again')}
        </Button>
        <ChangeChannel order={order}>
          {(open) => (
            <Button wide onClick={open}>
              {t('handOver.otherWay')}
            </Button>
          )}
        </ChangeChannel>
      </>
    )
  }
  const amount = formatBaht(order.totalSatang, 'exact')
  const open = () => {
    if (!form || opened.current) return
    reset()
    form.configure({ publicKey })
    form.open({
      amount: order.totalSatang,
      currency: 'THB',
      locale: language,
      frameLabel: 'Manao',
      submitLabel: t('card.submit', { amount }),
      onCreateTokenSuccess: (token) => pay({ token, save }),
      onFormClosed: () => {
        opened.current = undefined
      },
    })
    opened.current = form
  }
  return (
    <>
      <p className="text-sm text-mute">{t('card.formText')}</p>
      <label className="flex min-h-11 cursor-pointer items-start gap-3">
        <Check checked={save} disabled={busy} aria-describedby={hint} onChange={(event) => setSave(event.target.checked)} />
        <span className="min-w-0">
          {t('card.remember')}
          <span id={hint} className="block text-sm text-mute">
            {t('card.rememberText')}
          </span>
        </span>
      </label>
      <Button look="primary" wide busy={busy || !form} disabled={wait > 0} onClick={open}>
        {busy
          ? t('card.charging')
          : !form
            ? t('card.loading')
            : wait > 0
              ? t('card.newCodeIn', { time: clockTime(wait) })
              : t('card.enterAndPay', { amount })}
      </Button>
    </>
  )
}
