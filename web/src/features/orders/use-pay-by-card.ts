import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Order, type PayByCard, purchasePayByCard } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { isUndecided } from '@/api/undecided'
import { cardsQuery } from '@/features/cards/queries'
import { useSecondsLeft } from '@/ui/countdown'
import { currentDevice } from '@/ui/device'
import { openAuthorizePage } from './open-bank'
import { rereadOrder, showOrder } from './order'
import { rereadWaiting } from './waiting-orders'

/** A card as the buyer gives it: a token of the provider's form, or a saved card. */
type GivenCard = Required<Pick<PayByCard, 'savedCardId'>> | (Required<Pick<PayByCard, 'token'>> & Pick<PayByCard, 'save'>)

interface CardRequest {
  key: string
  /** The attempt that was shown when it was sent. A later one is paid by another request. */
  attempt: string
  body: PayByCard
}

/**
 * Pays the order by a card, and leads to the card's bank. A request without an answer is repeated with its key. It is not stored: a reloaded
 * page sees by the order whether it was received, and a token belongs nowhere.
 */
export function usePayByCard({ number, payment }: Order) {
  const unanswered = useRef<CardRequest>(undefined)
  const sending = useRef(false)
  const [blocked, setBlocked] = useState<number>()
  const paying = useMutation({
    mutationFn: ({ key, body }: CardRequest) => answerOf(purchasePayByCard({ headers: { 'Idempotency-Key': key }, body })),
    onSuccess: (order, { body }) => {
      unanswered.current = undefined
      showOrder(order)
      rereadWaiting()
      if (body.save) void queries.invalidateQueries({ queryKey: cardsQuery.queryKey })
      openAuthorizePage(order)
    },
    onError: (cause) => {
      const problem = problemOf(cause)
      if (!isUndecided(problem)) unanswered.current = undefined
      if (problem.retryAfter !== undefined) setBlocked(Date.now() + problem.retryAfter * 1000)
      // The card was removed elsewhere.
      if (problem.code === 'card_not_found') void queries.invalidateQueries({ queryKey: cardsQuery.queryKey })
      // The attempt may have failed, or the order was paid or ended elsewhere.
      else if (problem.status !== 0 && problem.status !== 429) void rereadOrder(number)
    },
    onSettled: () => {
      sending.current = false
    },
  })
  const attempt = `${payment?.reference} ${payment?.status}`
  const wait = useSecondsLeft(blocked, Date.now)
  const problem = paying.error && wait !== 0 ? problemOf(paying.error) : undefined
  const send = (request: CardRequest) => {
    // A second tap may come before the button is drawn as busy.
    if (sending.current) return
    sending.current = true
    unanswered.current = request
    paying.mutate(request)
  }
  const { variables } = paying
  const repeats = problem && variables?.attempt === attempt && isUndecided(problem) ? variables : undefined
  return {
    pay: (card: GivenCard) => {
      const body: PayByCard = { number, ...card, device: currentDevice() }
      const asked = unanswered.current
      const isSame = asked?.attempt === attempt && JSON.stringify(asked.body) === JSON.stringify(body)
      send(isSame ? asked : { key: crypto.randomUUID(), attempt, body })
    },
    /** Sends the request without an answer again. */
    repeat: repeats && (() => send(repeats)),
    busy: paying.isPending,
    problem,
    wait: wait ?? 0,
    /** Forgets the last refusal, which referred to another card. */
    reset: () => {
      if (!sending.current) paying.reset()
    },
  }
}
