import { ArticleBody } from '@/features/articles/body'
import { useArticleLive } from '@/features/articles/live'
import { NewerVersion, OtherLanguage } from '@/features/articles/notices'
import type { Article } from '@/features/articles/queries'
import { Stuck } from '@/features/support/stuck'
import { useLanguage } from '@/i18n'
import { isCardKind } from './card-kinds'
import { Contents } from './contents'
import { Crumbs } from './crumbs'
import { Drawer } from './drawer'
import { Helpful } from './helpful'
import { splitIntro } from './intro'
import { Menu } from './menu'
import { Neighbours } from './neighbours'
import { OwnCard } from './own-card'
import type { ManualEntry } from './queries'
import { ToTop } from './to-top'
import { parentOf, pathOf } from './tree'

interface PageViewProps {
  article: Article
  slug: string
  entries: readonly ManualEntry[]
}

/** A page of the manual: the tree at its side, or behind the title on a phone. */
export function PageView({ article, slug, entries }: PageViewProps) {
  const lang = article.lang === 'TH' ? 'th' : 'en'
  const { isOld, showNew } = useArticleLive(article, slug, useLanguage())
  const [intro, rest] = splitIntro(article.body)
  const { card } = article
  return (
    <div className="gap-x-10 md:grid md:grid-cols-[220px_minmax(0,1fr)] min-[1160px]:grid-cols-[220px_minmax(0,1fr)_200px]">
      <Drawer entries={entries} slug={slug} />
      <div className="max-md:hidden">
        <div data-frame="" className="sticky top-20 -my-1 max-h-[calc(100dvh-6rem-var(--covered))] overflow-y-auto overscroll-contain py-1">
          <Menu entries={entries} slug={slug} />
        </div>
      </div>
      <div className="flex min-w-0 max-w-3xl flex-col gap-8">
        <article className="flex flex-col gap-4 max-md:[&_.prose_:is(h2,h3)]:scroll-mt-32">
          <Crumbs parent={parentOf(entries, slug)} title={article.title} />
          <h1 className="text-2xl md:text-3xl" lang={lang}>
            {article.title}
          </h1>
          <OtherLanguage lang={article.lang} />
          {isOld && <NewerVersion onShow={showNew} />}
          <ArticleBody blocks={intro} lang={lang} />
          {isCardKind(card) && <OwnCard kind={card} />}
          <Contents headings={article.headings} />
          <div className="mt-3">
            <ArticleBody blocks={rest} lang={lang} />
          </div>
        </article>
        <Helpful key={`${article.id}${article.lang}`} id={article.id} />
        <Neighbours previous={article.previous} next={article.next} />
        <Stuck page={pathOf(slug)} topic="tournament" />
      </div>
      <div className="max-[1159px]:hidden">
        <Contents headings={article.headings} side />
      </div>
      <ToTop />
    </div>
  )
}
