import type { ReactNode } from 'react'
import { written } from './article-view'
import { ArticleBody } from './body'
import { Contents, hasContents } from './contents'
import { NewerVersion, OtherLanguage } from './notices'
import type { Article } from './queries'

interface TextViewProps {
  article: Article
  isOld: boolean
  onShowNew: () => void
  before?: ReactNode
}

/** A page of text, with its contents beside it. */
export function TextView({ article, isOld, onShowNew, before }: TextViewProps) {
  const { title, summary, headings } = article
  const lang = written(article)
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-col gap-3">
        <OtherLanguage lang={article.lang} />
        {isOld && <NewerVersion onShow={onShowNew} />}
        <h1 lang={lang} className="text-2xl sm:text-3xl">
          {title}
        </h1>
        <p lang={lang} className="max-w-[68ch] text-lg text-mute">
          {summary}
        </p>
      </header>
      {before}
      <article className="grid grid-cols-1 gap-x-14 gap-y-6 min-[1000px]:grid-cols-[minmax(0,68ch)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Contents headings={headings} place="top" />
          <ArticleBody blocks={article.body} lang={lang} />
        </div>
        {hasContents(headings) && (
          <div>
            <div className="max-w-72 min-[1000px]:sticky min-[1000px]:top-24">
              <Contents headings={headings} place="side" />
            </div>
          </div>
        )}
      </article>
    </div>
  )
}
