import type { ProblemCode } from '@/api/generated'
import { useMutation } from '@tanstack/react-query'
import { problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { toast } from '@/ui/toast'
import { mergeVisitorCart } from './merge'
import { useVisitorCart, type VisitorLine } from './visitor'
import { forgetLeftOut, lineKey, isPendingFor } from './visitor-lines'

/** Reasons why the account's cart took a line only in part or not at all; each has its own text. */
const REASONS = [
  'cart_product_limit',
  'cart_items_limit',
  'quantity_invalid',
  'product_withdrawn',
  'product_not_found',
  'player_id_invalid',
  'server_required',
  'number_not_eligible',
  'number_already_active',
  'number_wrong_network',
] as const satisfies ProblemCode[]

/** Lines of this browser's cart from before signing in that have not moved into the account. */
export function NotMoved({ whose }: { whose: number }) {
  const t = useTexts('cart')
  const common = useTexts('common')
  const problemText = useProblemText()
  const lines = useVisitorCart((cart) => cart.lines).filter((line) => line.whose === whose)
  const waiting = lines.filter(isPendingFor(whose))
  const left = lines.filter((line) => line.leftOut !== undefined)
  const moving = useMutation({
    mutationFn: mergeVisitorCart,
    onError: (cause) => void toast(problemText(problemOf(cause)), { tone: 'error' }),
  })
  return (
    <>
      {waiting.length > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="sm" busy={moving.isPending} onClick={() => moving.mutate()}>
              {common('action.retry')}
            </Button>
          }
        >
          <Listed text={t('leftOut.waiting')} lines={waiting} />
        </Notice>
      )}
      {left.length > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="sm" onClick={() => forgetLeftOut(whose)}>
              {t('leftOut.forget')}
            </Button>
          }
        >
          <Listed text={t('leftOut.text')} lines={left} />
        </Notice>
      )}
    </>
  )
}

function Listed({ text, lines }: { text: string; lines: readonly VisitorLine[] }) {
  const t = useTexts('cart')
  const content = useContent()
  return (
    <>
      <p>{text}</p>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {lines.map((line) => (
          <li key={lineKey(line)}>
            <span className="block font-semibold">
              {content(line.shown.name)}
              {line.quantity > 1 && ` × ${line.quantity}`}
              {line.playerId && ` · ${line.playerName || line.playerId}`}
            </span>
            {line.leftOut !== undefined && (
              <span className="block text-mute">{t(`leftOut.${REASONS.find((known) => known === line.leftOut) ?? 'other'}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
