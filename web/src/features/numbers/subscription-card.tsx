import { Link } from '@tanstack/react-router'
import type { Subscription } from '@/api/generated'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { ActivationDates, ActivationTag } from './activation'

/** A package or subscription on a number: its state and dates, and the way to cancel it. */
export function SubscriptionCard({ subscription, onCancel }: { subscription: Subscription; onCancel: () => void }) {
  const t = useTexts('numbers')
  const content = useContent()
  const { hue, motif, glyph, productName, gameName, gameSlug, numberMasked, status, cancellable, orderNumber } = subscription
  const seller = subscription.seller ?? undefined
  const name = content(productName)
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4">
      <div className="flex items-start gap-3.5">
        <Cover hue={hue} motif={motif} glyph={glyph} className="size-14 flex-none rounded-[10px]" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h2 className="min-w-0 font-sans text-base font-semibold">
              <Link to="/games/$id" params={{ id: gameSlug }} className="hover:text-lime">
                {name}
              </Link>
            </h2>
            <ActivationTag status={status} />
          </div>
          <p className="text-sm text-mute" lang="en">
            {content(gameName)}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-mute">
            <span className="num whitespace-nowrap text-text">{numberMasked}</span>
            {seller !== undefined && <span>{t('list.seller', { name: seller })}</span>}
          </p>
        </div>
      </div>
      {status === 'accepted' && (
        <p className="text-sm text-mute" role="status">
          {t('accepted', { number: numberMasked })}
        </p>
      )}
      <ActivationDates activation={subscription} />
      <div className="-mb-1 flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2">
        <Link
          to="/purchase/result"
          search={{ number: orderNumber }}
          className="inline-flex min-h-11 items-center text-sm text-lime underline"
        >
          {t('list.order')}
        </Link>
        {cancellable && (
          <Button size="sm" aria-label={t('cancel.named', { name })} onClick={onCancel}>
            {t('cancel.open')}
          </Button>
        )}
      </div>
    </li>
  )
}
