import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '@/api/problem'
import { Gone } from '@/features/articles/gone'
import { useArticleLive } from '@/features/articles/live'
import { type Article, articleQuery } from '@/features/articles/queries'
import { ArticleSkeleton } from '@/features/articles/skeleton'
import { TextView } from '@/features/articles/text-view'
import { useLanguage } from '@/i18n'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'

interface TextPageProps {
  slug: string
  /** Content before the text, made of the same answer. */
  renderBefore?: (article: Article) => ReactNode
}

/** A page whose text staff write. */
export function TextPage({ slug, renderBefore }: TextPageProps) {
  const { data, error, refetch } = useQuery(articleQuery('PAGE', slug, useLanguage()))
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <ArticleSkeleton />
  if (!data.article) return <Gone />
  return <Shown slug={slug} article={data.article} before={renderBefore?.(data.article)} />
}

function Shown({ slug, article, before }: { slug: string; article: Article; before: ReactNode }) {
  const language = useLanguage()
  const { isOld, showNew } = useArticleLive(article, slug, language)
  useHead({ description: article.summary, noindex: article.lang.toLowerCase() !== language })
  return <TextView article={article} isOld={isOld} onShowNew={showNew} before={before} />
}

export const AboutPage = () => <TextPage slug="about" />
