import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type Key, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { LIST } from './look'

export interface DecideProps<Choice, Item = Choice> {
  chosen: Choice
  /** Called when the dialog closes, with whether the list has to be loaded again. */
  onEnd: (changed: boolean) => void
  /** Loads the list again; undefined when that failed. */
  reload: () => Promise<readonly Item[] | undefined>
}

interface WorkListProps<Item, Choice> {
  kind: 'repair' | 'claim' | 'refund' | 'unmatched' | 'reconciliation'
  /** Whether the page's own heading names the list. */
  alone?: boolean
  query: UseQueryResult<{ items: Item[]; total: number }>
  keyOf: (item: Item) => Key
  Row: ComponentType<{ item: Item; onChoose: (choice: Choice) => void }>
  /** Dialog for the decision about a row. */
  Decide: ComponentType<DecideProps<Choice, Item>>
}

/** The oldest items that wait for staff, and how many there are. */
export function WorkList<Item, Choice>({ kind, alone = false, query, keyOf, Row, Decide }: WorkListProps<Item, Choice>) {
  const t = useTexts('operator')
  const { data, error, refetch } = query
  const [chosen, setChosen] = useState<Choice>()
  const list = () => {
    if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    if (!data) return <div className="skeleton h-40" />
    if (data.items.length === 0) return <EmptyState>{t(`${kind}.empty`)}</EmptyState>
    const more = data.total - data.items.length
    return (
      <>
        <p className="text-mute">{t(`${kind}.intro`)}</p>
        <ul className={LIST}>
          {data.items.map((item) => (
            <Row key={keyOf(item)} item={item} onChoose={setChosen} />
          ))}
        </ul>
        {more > 0 && <p className="text-mute">{t('more', { count: more })}</p>}
      </>
    )
  }
  return (
    <section className="flex flex-col gap-3" {...(alone ? { 'aria-label': t(`${kind}.heading`) } : { 'aria-labelledby': kind })}>
      {!alone && (
        <div className="flex items-baseline gap-2.5">
          <h2 id={kind} className="text-lg">
            {t(`${kind}.heading`)}
          </h2>
          {data && data.total > 0 && <span className="num text-mute">{data.total}</span>}
        </div>
      )}
      {list()}
      {chosen !== undefined && (
        <Decide
          chosen={chosen}
          reload={async () => {
            const { data, error } = await refetch()
            return error ? undefined : data?.items
          }}
          onEnd={(changed) => {
            setChosen(undefined)
            if (changed) void refetch()
          }}
        />
      )}
    </section>
  )
}
