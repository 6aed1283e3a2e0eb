import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ArticleQuery } from '@/api/catalogue.gen'
import type { StockLive } from '@/api/generated'
import { useTopic } from '@/live'
import type { Language } from '@/i18n/language'
import { useReload } from '@/features/catalogue/queries'
import { type Article, type ArticleKind, articleQuery } from './queries'

const CONTENT = { topic: 'public:content' }
/** Every open list hears of a change at once: they ask again within this time, not together. */
const SPREAD_MS = 4_000
/** The event may be faster than the catalogue that it tells of. */
const LATER_MS = 1_000
const TRIES = 4

/** The kind as events write it. */
const wireKind = (kind: ArticleKind) => kind.toLowerCase()

/**
 * Keeps an open article current. A change beside its text is shown at once; of another text it only tells (`isOld`), and the reader decides.
 */
export function useArticleLive(article: Article, id: string, language: Language): { isOld: boolean; showNew: () => void } {
  const query = articleQuery(article.kind, id, language)
  const client = useQueryClient()
  const onReload = useReload(query)
  const [newest, setNewest] = useState(0)
  const fetchUntil = async (version: number) => {
    for (let tries = 0; tries < TRIES; tries++) {
      // Each try waits for the one before.
      // oxlint-disable-next-line no-await-in-loop
      await client.refetchQueries({ queryKey: query.queryKey, exact: true })
      const answer = client.getQueryData<ArticleQuery>(query.queryKey)?.article
      if (!answer || answer.version >= version) return
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, LATER_MS))
    }
  }
  useTopic(
    CONTENT,
    {
      'content.changed': (change) => {
        if (change.id !== article.id || change.version <= article.version) return
        if (change.body) setNewest(change.version)
        else void fetchUntil(change.version)
      },
    },
    { onReload },
  )
  return { isOld: newest > article.version, showNew: () => void fetchUntil(newest) }
}

/** Refetches the lists of a kind when one of its articles changes. */
export function useListLive(kind: ArticleKind): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useTopic(CONTENT, {
    'content.changed': (change) => {
      if (change.kind !== wireKind(kind)) return
      clearTimeout(timer.current)
      timer.current = setTimeout(
        () => void client.invalidateQueries({ queryKey: ['ArticlesQuery', { kind }] }),
        LATER_MS + Math.random() * SPREAD_MS,
      )
    },
  })
}

/** Returns the remaining stock of a flash sale, live. A count without a version is older than any event. */
export function useStock(sale: { id: number; remaining: number; version?: number } | null): number | undefined {
  const [heard, setHeard] = useState<StockLive>()
  useTopic(sale ? { topic: `public:stock:${sale.id}` } : undefined, { 'stock.changed': setHeard })
  if (!sale) return undefined
  return heard && heard.flashSaleId === sale.id && heard.version >= (sale.version ?? 0) ? heard.remaining : sale.remaining
}
