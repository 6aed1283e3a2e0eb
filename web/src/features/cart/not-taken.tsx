import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { useVisitorCart } from './visitor'
import { forgetLeftOut, lineKey } from './visitor-lines'

/** Why the account's cart took something not, or not all of it; each has a text of its own. */
const REASONS = [
  'cart_product_limit',
  'cart_items_limit',
  'quantity_invalid',
  'product_withdrawn',
  'product_not_found',
  'player_id_invalid',
  'server_required',
] as const

/** What was in the cart of this browser before signing in, and did not move into the account's. */
export function NotTaken() {
  const t = useTexts('cart')
  const content = useContent()
  const lines = useVisitorCart((cart) => cart.lines)
  const left = lines.filter((line) => line.leftOut !== undefined)
  if (left.length === 0) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="sm" onClick={forgetLeftOut}>
          {t('leftOut.forget')}
        </Button>
      }
    >
      <p>{t('leftOut.text')}</p>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {left.map((line) => (
          <li key={lineKey(line)}>
            <span className="block font-semibold">
              {content(line.shown.name)}
              {line.quantity > 1 && ` × ${line.quantity}`}
              {line.playerId && ` · ${line.playerName || line.playerId}`}
            </span>
            <span className="block text-mute">{t(`leftOut.${REASONS.find((known) => known === line.leftOut) ?? 'other'}`)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
