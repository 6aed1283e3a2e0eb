import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, Trash2 } from 'lucide-react'
import { paymentsRemoveCard, type SavedCard } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { showAlert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { QueryError, useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { cardExpiry, cardName } from './names'
import { cardsQuery } from './queries'

/** The user's saved cards, to remove. New ones are saved when an order is paid. */
export function SavedCards({ disabled }: { disabled: boolean }) {
  const t = useTexts('profile')
  const { data, error, refetch } = useQuery(cardsQuery)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-20" aria-hidden="true" />
  if (data.items.length === 0) return <p className="text-mute">{t('savedCards.empty')}</p>
  return (
    <>
      <p className="text-sm text-mute">{t('savedCards.text')}</p>
      <ul className="flex flex-col gap-3">
        {data.items.map((card) => (
          <Row key={card.id} card={card} disabled={disabled} />
        ))}
      </ul>
    </>
  )
}

function Row({ card, disabled }: { card: SavedCard; disabled: boolean }) {
  const t = useTexts('profile')
  const common = useTexts('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const name = cardName(card)
  const removing = useMutation({
    mutationFn: () => answerOf(paymentsRemoveCard({ body: { id: card.id } })),
    onSuccess: ({ items }) => {
      queries.setQueryData(cardsQuery.queryKey, (cards) => cards && { ...cards, items })
      void toast(t('savedCards.removed', { card: name }))
    },
    onError: (cause) => {
      const problem = problemOf(cause)
      void toast(problemText(problem), { tone: 'error' })
      // It was removed elsewhere.
      if (problem.status === 404) void queries.invalidateQueries({ queryKey: cardsQuery.queryKey })
    },
  })
  const ask = () =>
    showAlert({
      title: t('savedCards.removeTitle', { card: name }),
      message: t('savedCards.removeText'),
      buttons: [{ name: common('action.cancel') }, { name: t('savedCards.remove'), look: 'danger', action: () => removing.mutate() }],
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-ground p-4">
      <CreditCard className="size-6 flex-none text-mute" aria-hidden="true" />
      <p className="min-w-44 flex-1">
        <span className="num">{name}</span>
        <span className="block text-sm text-mute">{t('savedCards.expires', { month: cardExpiry(card.expires) })}</span>
      </p>
      {!disabled && (
        <Button size="sm" look="ghost" busy={removing.isPending} aria-label={t('savedCards.removeOf', { card: name })} onClick={ask}>
          <Trash2 className="size-4" aria-hidden="true" />
          {t('savedCards.remove')}
        </Button>
      )}
    </li>
  )
}
