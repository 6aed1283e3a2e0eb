import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { LISTS } from './kinds'
import { ArticleCard } from './list-card'
import { articlesQuery } from './queries'

const SHOWN = 3

/** The promotions that run now, for whoever came too late or too early for one. */
export function RunningNow({ kind, except }: { kind: 'PROMOTION' | 'HOT_PROMOTION'; except: number }) {
  const t = useTexts('articles')
  const { data } = useQuery(articlesQuery(kind, useLanguage()))
  const running = data?.articles.items.filter(({ id, promotion }) => id !== except && promotion?.state === 'RUNNING').slice(0, SHOWN)
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="text-xl">{t('promotion.running')}</h2>
      {!running ? (
        <div aria-busy="true" className="skeleton h-64 w-full" />
      ) : running.length === 0 ? (
        <p className="text-mute">{t('promotion.runningNone')}</p>
      ) : (
        <ul className="grid w-full gap-x-5 gap-y-7 sm:grid-cols-2 md:grid-cols-3">
          {running.map((item) => (
            <ArticleCard key={item.id} item={item} kind={kind} heading="h3" />
          ))}
        </ul>
      )}
      <Link to={LISTS[kind]} className={buttonClass('plain')}>
        {t('promotion.all')}
      </Link>
    </section>
  )
}
