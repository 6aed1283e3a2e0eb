import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { cartCreate, type Order } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { showCart } from '@/features/cart/cart'
import { useTexts } from '@/i18n'
import { Button, type ButtonLook, buttonClass } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'

interface BuyAgainProps {
  order: Order
  /** The label, unless it is `buy again`. */
  label?: string
  look: ButtonLook
  wide?: boolean
}

/** Buys the same again: a single line on its game's page with all input, several in the cart. */
export function BuyAgain({ order, label, look, wide = false }: BuyAgainProps) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const navigate = useNavigate()
  // The page knows a mobile number in masked form only: it is chosen again.
  const lines = order.lines.filter(({ target }) => target !== 'number')
  const adding = useMutation({
    mutationFn: () =>
      answerOf(
        cartCreate({
          body: {
            items: lines.map(({ productId, quantity, unitPriceSatang, playerId, server }) => ({
              productId,
              quantity,
              seenPriceSatang: unitPriceSatang,
              ...(playerId && { playerId }),
              ...(server && { server }),
            })),
          },
        }),
      ),
    onSuccess: ({ leftOut, ...cart }) => {
      showCart(cart)
      if (leftOut.length > 0) void toast(t('result.againPart'), { tone: 'error' })
      void navigate({ to: '/cart' })
    },
    onError: (cause) => void toast(problemText(problemOf(cause)), { tone: 'error' }),
  })
  const [line] = order.lines
  if (!line) return null
  if (order.lines.length > 1 && lines.length > 0) {
    return (
      <Button look={look} wide={wide} busy={adding.isPending} onClick={() => adding.mutate()}>
        {label ?? t('result.againAll')}
      </Button>
    )
  }
  return (
    <Link
      to="/games/$id"
      params={{ id: line.gameSlug }}
      search={{
        product: line.productId,
        ...(line.playerId && line.target !== 'number' && { player: line.playerId }),
        ...(line.server && { server: line.server }),
      }}
      className={buttonClass(look, 'md', wide)}
    >
      {label ?? t('result.again')}
    </Link>
  )
}
