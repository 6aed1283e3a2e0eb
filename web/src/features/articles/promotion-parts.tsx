import { Check } from 'lucide-react'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Price } from './cards'
import type { PromotionState } from './promotion-state'
import type { Promotion } from './queries'

type Written = 'th' | 'en'

/** The promotion's offer and its end. */
export function Gets({ promotion, state, lang }: { promotion: Promotion; state: PromotionState; lang: Written }) {
  const t = useTexts('articles')
  const when = useWindowText()
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-mute">{t('promotion.gets')}</p>
      <p lang={lang} className="num text-xl">
        {promotion.gets}
      </p>
      <p className="text-sm text-mute">
        {state === 'OVER' ? `${t('promotion.overText')} · ${when(promotion, state)}` : when(promotion, state)}
      </p>
    </div>
  )
}

/** Returns the end of a running promotion, the beginning of one to come, or when it was over. */
export function useWindowText(): (promotion: Pick<Promotion, 'startsAt' | 'endsAt'>, state: PromotionState) => string {
  const t = useTexts('articles')
  const language = useLanguage()
  return ({ startsAt, endsAt }, state) => {
    const date = (at: string) => formatDateTime(at, language)
    if (state === 'UPCOMING') return startsAt === null ? '' : t('promotion.from', { date: date(startsAt) })
    if (endsAt === null) return t('promotion.noEnd')
    return t(state === 'OVER' ? 'promotion.over' : 'promotion.until', { date: date(endsAt) })
  }
}

/** How it is used, in large numbers. */
export function Steps({ steps, lang }: { steps: readonly string[]; lang: Written }) {
  const t = useTexts('articles')
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{t('promotion.steps')}</h2>
      <ol lang={lang} className="flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[2rem_1fr] items-baseline">
            <span aria-hidden="true" className="num text-2xl leading-tight text-lime">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The package that it is about: its price before and now. A coupon's discount depends on the order, so the price is the usual one. */
export function Offer({ promotion }: { promotion: Promotion }) {
  const content = useContent()
  const { flashSale, product, game } = promotion
  const item = flashSale?.product ?? product
  if (!item) return null
  const onSale = flashSale !== null && flashSale.remaining > 0
  const price = onSale ? flashSale.priceSatang : item.priceSatang
  const before = onSale ? item.priceSatang : (product?.listPriceSatang ?? null)
  return (
    <div className="flex items-center justify-between gap-4 rounded-panel border border-line bg-panel p-4">
      <p className="min-w-0 leading-snug">
        <span className="block font-semibold">{content(item.name)}</span>
        {game && (
          <span lang="en" className="block text-sm text-mute">
            {content(game.name)}
          </span>
        )}
      </p>
      <Price satang={price} before={before} />
    </div>
  )
}

export function Conditions({ conditions, lang }: { conditions: readonly string[]; lang: Written }) {
  const t = useTexts('articles')
  if (conditions.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{t('promotion.conditions')}</h2>
      <ul lang={lang} className="flex flex-col gap-2 text-sm text-mute">
        {conditions.map((condition) => (
          <li key={condition} className="grid grid-cols-[1.75rem_1fr]">
            <Check className="mt-0.5 size-4 text-control" aria-hidden="true" />
            <span>{condition}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
