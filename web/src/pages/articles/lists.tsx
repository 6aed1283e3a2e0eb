import { useQuery } from '@tanstack/react-query'
import { notFound, useSearch } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { ArticleList } from '@/features/articles/article-list'
import type { ListedKind } from '@/features/articles/kinds'
import { useListLive } from '@/features/articles/live'
import { articlesQuery } from '@/features/articles/queries'
import { ListSkeleton } from '@/features/articles/skeleton'
import { useLanguage, useTexts } from '@/i18n'
import { QueryError } from '@/ui/query-error'

function ArticleListPage({ kind }: { kind: ListedKind }) {
  const t = useTexts('articles')
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl md:text-3xl">{t(`kind.${kind}`)}</h1>
        <p className="text-mute">{t(`list.${kind}.intro`)}</p>
      </header>
      <Found kind={kind} />
    </div>
  )
}

function Found({ kind }: { kind: ListedKind }) {
  const { game, page = 1 } = useSearch({ strict: false }) as { game?: string; page?: number }
  const { data, error, refetch } = useQuery(articlesQuery(kind, useLanguage(), game, page))
  useListLive(kind)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  // A page that there is not, or no longer.
  if (page > 1 && data.articles.items.length === 0) throw notFound()
  return <ArticleList kind={kind} list={data.articles} game={game} />
}

export const ReviewsPage = () => <ArticleListPage kind="GAME_REVIEW" />
export const GuidesPage = () => <ArticleListPage kind="GAME_GUIDE" />
export const UpdatesPage = () => <ArticleListPage kind="GAME_UPDATE" />
export const PromotionsPage = () => <ArticleListPage kind="PROMOTION" />
export const HotPromotionsPage = () => <ArticleListPage kind="HOT_PROMOTION" />
