import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '@/i18n'
import { Neighbours, RelatedGames } from './article-foot'
import { written } from './article-view'
import { ArticleBody } from './body'
import { usePromotionClock } from './clock'
import { Code, useCollect } from './code'
import { Crumbs } from './crumbs'
import { useStock } from './live'
import { NewerVersion, OtherLanguage } from './notices'
import { ActionBar, Actions } from './promotion-actions'
import { Conditions, Gets, Offer, Steps } from './promotion-parts'
import { supplyOf } from './promotion-state'
import type { Article, Promotion } from './queries'
import { RunningNow } from './running'
import { Share } from './share'
import { Stage } from './stage'
import { Supply } from './supply'

interface PromotionViewProps {
  article: Article
  promotion: Promotion
  kind: 'PROMOTION' | 'HOT_PROMOTION'
  isOld: boolean
  onShowNew: () => void
  /** The promotion began or ended. */
  onTurn: () => void
}

/** A promotion: what one gets, what is left, how it is used, and the button that leads there. */
export function PromotionView({ article, promotion, kind, isOld, onShowNew, onTurn }: PromotionViewProps) {
  const t = useTexts('articles')
  const lang = written(article)
  const { state, left } = usePromotionClock(promotion)
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    if (state !== promotion.state) turn()
  }, [state, promotion.state])
  const remaining = useStock(promotion.flashSale)
  const sale = promotion.flashSale && { ...promotion.flashSale, remaining: remaining ?? 0 }
  const running = state === 'RUNNING'
  const supply = running ? supplyOf({ ...promotion, flashSale: sale }) : undefined
  const collect = useCollect(promotion.coupon)
  const hasActions = running || (state === 'UPCOMING' && promotion.coupon !== null)
  const actions = hasActions && { promotion, state, supply, collect }
  return (
    <div className="flex flex-col gap-9">
      <article className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_340px]">
        <header className="flex flex-col gap-3 md:col-span-2">
          <Crumbs kind={kind} />
          <OtherLanguage lang={article.lang} />
          {isOld && <NewerVersion onShow={onShowNew} />}
          <Stage article={article} lang={lang} state={state} left={left} hot={kind === 'HOT_PROMOTION'} />
        </header>
        <div className="md:order-2">
          <div className="flex flex-col gap-4 md:sticky md:top-24">
            <Gets promotion={promotion} state={state} lang={lang} />
            {supply && <Supply supply={supply} />}
            {actions && promotion.coupon !== null && <Code code={promotion.coupon} />}
            {state === 'UPCOMING' && (
              <p className="text-sm text-mute">{t(promotion.coupon === null ? 'promotion.upcomingText' : 'promotion.upcomingCode')}</p>
            )}
            {actions && <Actions {...actions} />}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-8 md:order-1">
          {state !== 'OVER' && <Steps steps={promotion.steps} lang={lang} />}
          {running && <Offer promotion={{ ...promotion, flashSale: sale }} />}
          <Conditions conditions={promotion.conditions} lang={lang} />
          <section aria-label={t('promotion.more')} className="border-t border-line pt-7">
            <ArticleBody blocks={article.body} lang={lang} />
          </section>
          <div className="-ml-4">
            <Share title={article.title} />
          </div>
        </div>
      </article>
      {running ? <RelatedGames games={article.games} /> : <RunningNow kind={kind} except={article.id} />}
      <Neighbours previous={article.previous} next={article.next} />
      {actions && <ActionBar {...actions} />}
    </div>
  )
}
