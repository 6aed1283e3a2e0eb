import { queryOptions } from '@tanstack/react-query'
import type { ArticleQuery, ArticleQueryVariables, ArticlesQuery } from '@/api/catalogue.gen'
import type { Language } from '@/i18n/language'

export type ArticleKind = ArticleQueryVariables['kind']
export type Article = NonNullable<ArticleQuery['article']>
export type ArticleBlock = Article['body'][number]
export type Promotion = NonNullable<Article['promotion']>
export type ArticleItem = ArticlesQuery['articles']['items'][number]

/** A page comes with its answers: the code to query for more may load after it. */
const asking = () => import('./ask')

const lang = (language: Language) => (language === 'th' ? ('TH' as const) : ('EN' as const))

// The server puts these answers into the page under the same keys: operation and variables.

/** An article by its number; a page of the manual or of its own by its slug. */
export function articleQuery(kind: ArticleKind, id: string, language: Language) {
  const variables = { kind, id, lang: lang(language) }
  return queryOptions({
    queryKey: ['ArticleQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askArticle(variables),
    staleTime: 30_000,
  })
}

/** A page of the articles of a kind, about all games or one. */
export function articlesQuery(kind: ArticleKind, language: Language, game?: string, page = 1) {
  const variables = { kind, lang: lang(language), game: game ?? null, page }
  return queryOptions({
    queryKey: ['ArticlesQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askArticles(variables),
    staleTime: 60_000,
  })
}
