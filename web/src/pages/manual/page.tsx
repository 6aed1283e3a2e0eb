import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { articleQuery } from '@/features/articles/queries'
import { PageView } from '@/features/help/page-view'
import { manualQuery } from '@/features/help/queries'
import { useLanguage, useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { useHead } from '@/ui/head'
import { QueryError } from '@/ui/query-error'

export function ManualPage() {
  const { page } = useParams({ from: '/manual/$page' })
  return <Shown slug={page} />
}

export function ManualGuidePage() {
  const { page } = useParams({ from: '/manual/tournament-system/$page' })
  return <Shown slug={`tournament-system/${page}`} />
}

function Shown({ slug }: { slug: string }) {
  const t = useTexts('manual')
  const language = useLanguage()
  const { data, error, refetch } = useQuery(articleQuery('MANUAL', slug, language))
  const entries = useQuery(manualQuery(language)).data?.manual ?? []
  useHead({
    title: data?.article === null ? `${t('missing.title')} | Manao` : undefined,
    name: data?.article?.title,
    description: data?.article?.summary,
    noindex: data?.article === null,
  })
  const back = (
    <Link to="/manual" className={buttonClass('primary')}>
      {t('all')}
    </Link>
  )
  if (error && !data) {
    return (
      <QueryError page problem={problemOf(error)} onRetry={() => void refetch()}>
        {back}
      </QueryError>
    )
  }
  if (!data) return <div className="skeleton h-96" />
  if (!data.article) {
    return (
      <>
        <h1 className="text-center text-2xl">{t('missing.title')}</h1>
        <EmptyState action={back}>{t('missing.text')}</EmptyState>
      </>
    )
  }
  return <PageView key={slug} article={data.article} slug={slug} entries={entries} />
}
