import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { ArticleList } from '@/features/articles/article-list'
import { Gone } from '@/features/articles/gone'
import type { ListedKind } from '@/features/articles/kinds'
import { useListLive } from '@/features/articles/live'
import { articlesQuery } from '@/features/articles/queries'
import { ListSkeleton } from '@/features/articles/skeleton'
import { useLanguage, useTexts } from '@/i18n'
import { QueryError } from '@/ui/query-error'

function ArticleListPage({ kind }: { kind: ListedKind }) {
  const t = useTexts('articles')
  const { game, page = 1 } = useSearch({ strict: false }) as { game?: string; page?: number }
  const { data, error, refetch } = useQuery(articlesQuery(kind, useLanguage(), game, page))
  useListLive(kind)
  const list = data?.articles
  if (page > 1 && list?.items.length === 0) return <Gone kind={kind} />
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl md:text-3xl">{t(`kind.${kind}`)}</h1>
        <p className="text-mute">{t(`list.${kind}.intro`)}</p>
      </header>
      {list ? (
        <ArticleList kind={kind} list={list} game={game} />
      ) : error ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </div>
  )
}

export const ReviewsPage = () => <ArticleListPage kind="GAME_REVIEW" />
export const GuidesPage = () => <ArticleListPage kind="GAME_GUIDE" />
export const UpdatesPage = () => <ArticleListPage kind="GAME_UPDATE" />
export const PromotionsPage = () => <ArticleListPage kind="PROMOTION" />
export const HotPromotionsPage = () => <ArticleListPage kind="HOT_PROMOTION" />
