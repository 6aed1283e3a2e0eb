import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CheckoutCoupon } from '@/features/coupons/checkout-coupon'
import { RegionTick } from '@/features/catalogue/region-tick'
import { ConsentDialog } from '@/features/numbers/consent-lazy'
import { useTexts } from '@/i18n'
import { Notice } from '@/ui/feedback'
import { suitingChannel, suitingOf } from './channel'
import { CheckoutSummary } from './checkout-summary'
import { OrderedItem } from './ordered-item'
import { PayBy } from './pay-by'
import { PriceQuestion } from './price-question'
import { type CheckoutProps, REGIONS, useCheckout } from './use-checkout'
import { WaitingTwinDialog } from './waiting-twin'

export function Checkout(props: CheckoutProps) {
  const t = useTexts('orders')
  const { items, leftOut = 0, own, coupon = '', onCoupon } = props
  const checkout = useCheckout(props)
  const { channels, channel, reduced, problem, ownRefused, twin, regions, consents } = checkout
  return (
    <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[1fr_360px]">
      <div className="flex min-w-0 flex-col gap-7">
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">{t('process.order')}</h2>
          <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
            {items.map((item) => (
              <OrderedItem key={item.key} item={item} />
            ))}
          </ul>
          {leftOut > 0 && (
            <p className="text-sm text-amber">
              {t('process.leftOut', { count: leftOut })}{' '}
              <Link to="/cart" className="underline">
                {t('process.toCart')}
              </Link>
            </p>
          )}
        </section>
        {regions.wanted.length > 0 && (
          <section id={REGIONS} aria-label={t('process.region')} className="flex flex-col rounded-panel border border-amber/40 px-4 py-2">
            {regions.wanted.map((region) => (
              <RegionTick
                key={region}
                region={region}
                checked={regions.confirmed.includes(region)}
                missing={regions.tried}
                onChange={(checked) => regions.confirm(region, checked)}
              />
            ))}
          </section>
        )}
        {checkout.nothing ? (
          <Notice>{t('process.nothing')}</Notice>
        ) : (
          <PayBy
            channels={channels}
            channel={channel}
            number={checkout.number}
            own={own}
            mine={checkout.mine}
            settled={checkout.settled}
            onUnsettle={checkout.unsettle}
            onChoose={checkout.choose}
            refused={checkout.numberRefused}
            suits={problem ? suitingChannel(problem, channels) : suitingOf(ownRefused?.suits, channels)}
            numberField={checkout.numberField}
            busy={checkout.ordering.isPending}
          />
        )}
        {onCoupon && (
          <section aria-label={t('process.coupon')} className="flex flex-col gap-3">
            <CheckoutCoupon code={coupon} check={reduced.check} refused={reduced.refused} busy={reduced.busy} onChoose={onCoupon} />
          </section>
        )}
      </div>
      <CheckoutSummary checkout={checkout} />
      <PriceQuestion checkout={checkout} />
      {consents.asking && (
        <Suspense>
          <ConsentDialog
            key={consents.asking.key}
            productId={consents.asking.productId}
            masked={consents.asking.playerName}
            onClose={consents.close}
            onGiven={checkout.giveConsent}
          />
        </Suspense>
      )}
      {twin && <WaitingTwinDialog twin={twin} onClose={checkout.closeTwin} onAgain={() => checkout.orderAgain(twin.total)} />}
    </div>
  )
}
