import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/app/query-error'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui/feedback'

interface WorkListProps<Item> {
  kind: 'repair' | 'refund' | 'stranger'
  query: UseQueryResult<{ items: Item[]; total: number }>
  /** Asks for the decision of one that was chosen. */
  dialog: ReactNode
  /** One row. */
  children: (item: Item) => ReactNode
}

/** What waits for an operator: the oldest of it, and how much more there is. */
export function WorkList<Item>({ kind, query: { data, error, refetch }, dialog, children }: WorkListProps<Item>) {
  const t = useTexts('operator')
  const list = () => {
    if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    if (!data) return <div className="skeleton h-64" />
    if (data.items.length === 0) return <EmptyState>{t(`${kind}.empty`)}</EmptyState>
    const more = data.total - data.items.length
    return (
      <>
        <p className="text-mute">{t(`${kind}.intro`)}</p>
        <ul className="flex flex-col gap-3">{data.items.map(children)}</ul>
        {more > 0 && <p className="text-mute">{t('more', { count: more })}</p>}
      </>
    )
  }
  return (
    <section className="flex flex-col gap-6" aria-labelledby={kind}>
      <h2 id={kind} className="text-xl">
        {t(`${kind}.heading`)}
      </h2>
      {list()}
      {dialog}
    </section>
  )
}
