import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type Key, useState } from 'react'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui/feedback'

interface WorkListProps<Item, Choice> {
  kind: 'repair' | 'claim' | 'refund' | 'unmatched' | 'reconciliation'
  query: UseQueryResult<{ items: Item[]; total: number }>
  keyOf: (item: Item) => Key
  Row: ComponentType<{ item: Item; onChoose: (choice: Choice) => void }>
  /** Dialog for the decision about a row. */
  Decide: ComponentType<{ chosen: Choice; onEnd: (changed: boolean) => void }>
}

/** The oldest items that wait for an operator, and how many more there are. */
export function WorkList<Item, Choice>({ kind, query: { data, error, refetch }, keyOf, Row, Decide }: WorkListProps<Item, Choice>) {
  const t = useTexts('operator')
  const [chosen, setChosen] = useState<Choice>()
  const list = () => {
    if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    if (!data) return <div className="skeleton h-64" />
    if (data.items.length === 0) return <EmptyState>{t(`${kind}.empty`)}</EmptyState>
    const more = data.total - data.items.length
    return (
      <>
        <p className="text-mute">{t(`${kind}.intro`)}</p>
        <ul className="flex flex-col gap-3">
          {data.items.map((item) => (
            <Row key={keyOf(item)} item={item} onChoose={setChosen} />
          ))}
        </ul>
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
      {chosen !== undefined && (
        <Decide
          chosen={chosen}
          onEnd={(changed) => {
            setChosen(undefined)
            if (changed) void refetch()
          }}
        />
      )}
    </section>
  )
}
