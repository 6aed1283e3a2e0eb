import { queryOptions } from '@tanstack/react-query'
import type { ArticleQuery } from '@/api/catalogue.gen'
import type { Language } from '@/i18n/language'

export type Article = NonNullable<ArticleQuery['article']>

/** An article; a page of the manual or of its own by its slug. */
export function articleQuery(kind: Article['kind'], id: string, language: Language) {
  const variables = { kind, id, lang: language === 'th' ? ('TH' as const) : ('EN' as const) }
  return queryOptions({
    queryKey: ['ArticleQuery', variables],
    meta: { public: true },
    queryFn: async () => (await import('./ask')).askArticle(variables),
    staleTime: 300_000,
  })
}
