import { useQuery } from '@tanstack/react-query'
import { problemOf } from '@/api/problem'
import { Doors } from '@/features/help/doors'
import { HelpSearch } from '@/features/help/search'
import { manualHomeQuery } from '@/features/help/queries'
import { TopQuestions } from '@/features/help/top-questions'
import { Tree } from '@/features/help/tree-view'
import { useLanguage, useTexts } from '@/i18n'
import { QueryError } from '@/ui/query-error'

/** The help centre's first page. */
export function ManualHomePage() {
  const t = useTexts('manual')
  const { data, error, refetch } = useQuery(manualHomeQuery(useLanguage()))
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-col items-center gap-5 py-2 text-center md:py-8">
        <div className="flex flex-col gap-1">
          <h1 className="text-3xl">{t('homeHeading')}</h1>
          <p className="text-mute">{t('homeText')}</p>
        </div>
        <HelpSearch />
      </header>
      <TopQuestions />
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Doors entries={data.manual} />
          <Tree entries={data.manual} />
        </>
      ) : (
        <div className="skeleton h-96" />
      )}
    </div>
  )
}
