import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { ArticleView } from '@/features/articles/article-view'
import { Gone } from '@/features/articles/gone'
import { isPromotion, type ListedKind } from '@/features/articles/kinds'
import { useArticleLive } from '@/features/articles/live'
import { PromotionView } from '@/features/articles/promotion-view'
import { type Article, articleQuery } from '@/features/articles/queries'
import { ArticleSkeleton } from '@/features/articles/skeleton'
import { useLanguage } from '@/i18n'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'

function ArticlePage({ kind }: { kind: ListedKind }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = articleQuery(kind, id, useLanguage())
  // No event tells how many uses of a coupon are left.
  const { data, error, refetch } = useQuery({ ...query, refetchOnWindowFocus: isPromotion(kind) })
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <ArticleSkeleton />
  if (!data.article) return <Gone kind={kind} />
  return <Shown key={id} article={data.article} kind={kind} id={id} onTurn={() => void refetch()} />
}

interface ShownProps {
  article: Article
  kind: ListedKind
  id: string
  onTurn: () => void
}

function Shown({ article, kind, id, onTurn }: ShownProps) {
  const language = useLanguage()
  const { isOld, showNew } = useArticleLive(article, id, language)
  useHead({ name: article.title, description: article.summary, noindex: article.lang.toLowerCase() !== language })
  const shown = { article, isOld, onShowNew: showNew }
  return article.promotion && (kind === 'PROMOTION' || kind === 'HOT_PROMOTION') ? (
    <PromotionView {...shown} kind={kind} promotion={article.promotion} onTurn={onTurn} />
  ) : (
    <ArticleView {...shown} kind={kind} />
  )
}

export const ReviewPage = () => <ArticlePage kind="GAME_REVIEW" />
export const GuidePage = () => <ArticlePage kind="GAME_GUIDE" />
export const UpdatePage = () => <ArticlePage kind="GAME_UPDATE" />
export const PromotionPage = () => <ArticlePage kind="PROMOTION" />
export const HotPromotionPage = () => <ArticlePage kind="HOT_PROMOTION" />
