import { useMutation, useQuery } from '@tanstack/react-query'
import { cartAdd, cartDelete as remove, cartUpdateQuantity } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useContent, useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { cartQuery, showCart } from './cart'
import { NotMoved } from './not-moved'
import { type CartLine, ofAccount } from './lines'
import { CartList } from './cart-list'

export function AccountCart() {
  const t = useTexts('cart')
  const content = useContent()
  const problemText = useProblemText()
  const me = useSession((session) => session.me)
  const { data, error, refetch } = useQuery(cartQuery)
  const failed = (cause: unknown) => void toast(problemText(problemOf(cause)), { tone: 'error' })
  const quantity = useMutation({
    mutationFn: ({ id, to }: { id: number; to: number }) => answerOf(cartUpdateQuantity({ body: { itemId: id, quantity: to } })),
    onSuccess: showCart,
    onError: failed,
  })
  const restoring = useMutation({
    mutationFn: (line: CartLine) =>
      answerOf(
        cartAdd({
          body: {
            productId: line.productId,
            quantity: line.quantity,
            ...(line.playerId && { playerId: line.playerId }),
            ...(line.server && { server: line.server }),
          },
        }),
      ),
    onSuccess: showCart,
    onError: failed,
  })
  const removing = useMutation({
    mutationFn: (line: CartLine) => answerOf(remove({ body: { itemId: Number(line.key) } })),
    onSuccess: (cart, line) => {
      showCart(cart)
      // The page does not know the number, so it cannot put the line back.
      const action = line.byNumber ? {} : { action: { label: t('undo'), onClick: () => restoring.mutate(line) } }
      void toast(t('removed', { name: content(line.name) }), action)
    },
    onError: failed,
  })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  return (
    <>
      {me && <NotMoved key={me.id} whose={me.id} />}
      <CartList
        lines={data.items.map((item) => ofAccount(item, data.items))}
        totals={data.totals}
        limits={data.limits}
        busy={quantity.isPending || removing.isPending}
        onQuantity={(line, to) => quantity.mutate({ id: Number(line.key), to })}
        onRemove={(line) => removing.mutate(line)}
        member
      />
    </>
  )
}
