import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { Cover } from '@/ui/cover'
import { Neighbours, RelatedGames } from './article-foot'
import { ArticleBody } from './body'
import { Contents, hasContents } from './contents'
import { Crumbs } from './crumbs'
import type { ListedKind } from './kinds'
import { NewerVersion, OtherLanguage } from './notices'
import type { Article } from './queries'
import { Review } from './review'
import { Share } from './share'

export const written = ({ lang }: Pick<Article, 'lang'>) => (lang === 'TH' ? 'th' : 'en')

interface ArticleViewProps {
  article: Article
  kind: ListedKind
  /** There is a newer text than the one shown. */
  isOld: boolean
  onShowNew: () => void
}

/** A review, guide or update. */
export function ArticleView({ article, kind, isOld, onShowNew }: ArticleViewProps) {
  const { title, summary, hue, motif, games, pictureAlt, headings } = article
  const lang = written(article)
  const [game] = games
  return (
    <div className="flex flex-col gap-8">
      <article className="grid grid-cols-1 gap-x-14 gap-y-6 min-[1000px]:grid-cols-[minmax(0,68ch)_minmax(0,1fr)]">
        <header className="flex flex-col gap-3 min-[1000px]:col-span-2">
          <Crumbs kind={kind} />
          <OtherLanguage lang={article.lang} />
          {isOld && <NewerVersion onShow={onShowNew} />}
          <h1 lang={lang} className="max-w-[26ch] text-2xl sm:text-3xl md:text-4xl">
            {title}
          </h1>
          <p lang={lang} className="max-w-[68ch] text-lg text-mute">
            {summary}
          </p>
          <div className="flex max-w-[68ch] flex-wrap items-center justify-between gap-x-6">
            <Facts article={article} />
            <Share title={title} />
          </div>
        </header>
        <div className="flex min-w-0 flex-col gap-7 min-[1000px]:col-start-1">
          <div role="img" aria-label={pictureAlt} lang={lang}>
            <Cover
              hue={hue}
              motif={motif}
              glyph={game?.glyph}
              ratio="16:9"
              className="block aspect-[2/1] w-full rounded-panel sm:aspect-[5/2]"
            />
          </div>
          <Contents headings={headings} place="top" />
          {article.review && <Review review={article.review} />}
          <ArticleBody blocks={article.body} lang={lang} />
        </div>
        {hasContents(headings) && (
          <div className="min-[1000px]:col-start-2 min-[1000px]:row-start-2">
            <div className="max-w-72 min-[1000px]:sticky min-[1000px]:top-24">
              <Contents headings={headings} place="side" />
            </div>
          </div>
        )}
      </article>
      <RelatedGames games={games} />
      <Neighbours previous={article.previous} next={article.next} />
    </div>
  )
}

/** The day that it was published, the time that it takes, and the day that it was changed. */
function Facts({ article }: { article: Pick<Article, 'publishedAt' | 'updatedAt' | 'minutes'> }) {
  const t = useTexts('articles')
  const language = useLanguage()
  const { publishedAt, updatedAt, minutes } = article
  return (
    <p className="text-sm text-mute">
      <time dateTime={publishedAt}>{formatDate(publishedAt, language)}</time> · {t('minutes', { count: minutes })}
      {updatedAt && (
        <>
          {' · '}
          <time dateTime={updatedAt}>{t('updated', { date: formatDate(updatedAt, language) })}</time>
        </>
      )}
    </p>
  )
}
