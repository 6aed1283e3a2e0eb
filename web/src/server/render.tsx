import './globals'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { type PageAnswer, queries, takeAnswers } from '@/api/queries'
import { App } from '@/app/app'
import { late } from '@/app/late'
import { pages } from '@/app/pages'
import { createAppRouter } from '@/app/router'
import { startTexts } from '@/i18n'
import { languageOf } from '@/i18n/language'

/**
 * Returns the page's body for an unknown viewer, as HTML; the server calls it for one page at a time. `url` is path and query, `answers` is
 * everything the page queries: there is no network here. Rejects where the browser would show an error or load something else.
 */
export async function render(url: string, answers: readonly PageAnswer[]): Promise<string> {
  queries.clear()
  takeAnswers(answers)
  await startTexts(languageOf(url.split(/[?#]/, 1)[0] ?? '/'))
  const router = createAppRouter(pages, createMemoryHistory({ initialEntries: [url] }))
  await Promise.all([router.load(), late()])
  const { matches } = router.state
  if (matches.length === 0) throw new Error(`${url} leads elsewhere`)
  for (const { status, error, routeId } of matches) {
    if (status === 'error' || status === 'pending') throw error instanceof Error ? error : new Error(`${url}: ${routeId} is ${status}`)
  }
  return renderToString(<App router={router} />)
}
