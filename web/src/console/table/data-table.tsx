import { useMemo, useRef, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui/feedback'
import { ProblemNotice } from '@/ui/problem-notice'
import { QueryError } from '@/ui/query-error'
import { ColumnMenu } from './column-menu'
import { loadColumnChoice, saveColumnChoice, visibleColumns } from './columns'
import type { DataTableProps } from './props'
import { TableGrid } from './table-grid'
import { TableBar } from './table-bar'
import { NOTHING_SELECTED } from './selection'
import { useCompact } from './use-compact'

export type { DataColumn } from './columns'
export type { DataTableProps } from './props'

const NO_ROWS: readonly never[] = []

/**
 * A table of rows that the server filters, sorts and pages. It has one stop for the Tab key: arrows, Home, End and the page keys move its cursor,
 * Enter opens a row, Space selects it. Links in cells should have `tabIndex={-1}`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, columns, rows, view, matching, error, onRetry, isStale = false, selection, onSelect, acts, fresh = 0, onShowFresh } = props
  const compact = useCompact()
  const [choice, setChoice] = useState(() => loadColumnChoice(name, columns))
  const visible = useMemo(() => visibleColumns(columns, choice), [columns, choice])
  const scroller = useRef<HTMLDivElement>(null)
  const choose = (next: typeof choice) => {
    setChoice(next)
    saveColumnChoice(name, next)
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TableBar
        matching={matching}
        isLoading={isStale || props.more === 'loading'}
        fresh={fresh}
        onShowFresh={() => {
          if (scroller.current) scroller.current.scrollTop = 0
          onShowFresh?.()
        }}
        selection={selection}
        onSelect={(next) => onSelect?.(next)}
        acts={acts}
      >
        {!compact && (
          <ColumnMenu
            columns={columns}
            visible={visible}
            onChange={(id, isVisible) => choose({ ...choice, [id]: isVisible })}
            onReset={() => choose({})}
          />
        )}
      </TableBar>
      {error != null && rows !== undefined && <StaleNotice error={error} onRetry={onRetry} />}
      {error != null && rows === undefined ? (
        <QueryError problem={problemOf(error)} onRetry={onRetry} />
      ) : rows?.length === 0 && !isStale ? (
        <EmptyState action={props.emptyAction}>{props.empty}</EmptyState>
      ) : (
        <TableGrid
          // Another view starts at its top; cards have another height than rows.
          key={`${view} ${compact}`}
          {...props}
          scroller={scroller}
          rows={rows ?? (NO_ROWS as readonly Row[])}
          isLoading={rows === undefined}
          isStale={isStale}
          compact={compact}
          visible={visible}
          selection={onSelect && (selection ?? NOTHING_SELECTED)}
        />
      )}
    </div>
  )
}

/** The rows are there, but may be old. */
function StaleNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('common')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1">
        <ProblemNotice error={error} />
      </div>
      <button type="button" className="min-h-9 px-3 text-lime underline" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </div>
  )
}
