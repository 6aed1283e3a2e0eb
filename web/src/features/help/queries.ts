import { queryOptions } from '@tanstack/react-query'
import type { HelpQuery, ManualHomeQuery, ManualQuery } from '@/api/catalogue.gen'
import type { Language } from '@/i18n/language'

export type ManualEntry = ManualQuery['manual'][number]
export type WholeManualEntry = ManualHomeQuery['manual'][number]
export type HelpHit = HelpQuery['help'][number]

const asking = () => import('./ask')
const inGraphql = (language: Language) => (language === 'th' ? ('TH' as const) : ('EN' as const))

/** The help centre's pages, in reading order. */
export function manualQuery(language: Language) {
  const variables = { lang: inGraphql(language) }
  return queryOptions({
    queryKey: ['ManualQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askManual(variables),
    staleTime: 300_000,
  })
}

/** The same with summaries, and the readers for whom each is. */
export function manualHomeQuery(language: Language) {
  const variables = { lang: inGraphql(language) }
  return queryOptions({
    queryKey: ['ManualHomeQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askManualHome(variables),
    staleTime: 300_000,
  })
}

/** Pages and headings that hold every word of the search. */
export function helpQuery(search: string, language: Language) {
  const variables = { search, lang: inGraphql(language) }
  return queryOptions({
    queryKey: ['HelpQuery', variables],
    meta: { public: true },
    queryFn: async () => (await asking()).askHelp(variables),
    staleTime: 60_000,
  })
}
