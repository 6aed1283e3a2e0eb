import type { HeaderGroup, RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import type { TableParts } from './parts'

interface TableHeadProps<Row extends RowData> {
  group: HeaderGroup<TableParts, Row> | undefined
  tracks: string
  /** Columns whose values end at the right. */
  atEnd: ReadonlySet<string>
  /** Undefined where rows cannot be selected. */
  selected: 'none' | 'some' | 'all' | undefined
  onSelect: () => void
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const

/** The headings, which stay in sight. */
export function TableHead<Row extends RowData>({ group, tracks, atEnd, selected, onSelect }: TableHeadProps<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-raise">
      <div role="row" aria-rowindex={1} className="grid h-[35px]" style={{ gridTemplateColumns: tracks }}>
        {selected && <SelectLoaded selected={selected} onSelect={onSelect} />}
        {group?.headers.map(({ id, column }) => {
          const sorted = column.getIsSorted()
          const label = String(column.columnDef.header)
          const end = atEnd.has(id) && 'justify-end text-right'
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={sorted ? SORTS[sorted] : undefined}
              className={cx('flex min-w-0 items-center px-3 text-xs text-mute', end)}
            >
              {column.getCanSort() ? (
                <button
                  type="button"
                  className="flex min-h-[35px] min-w-0 items-center gap-1 hover:text-text"
                  onClick={column.getToggleSortingHandler()}
                >
                  <span className="truncate leading-[35px]">{label}</span>
                  {sorted === 'asc' && <ArrowUp className="size-3.5 flex-none" aria-hidden="true" />}
                  {sorted === 'desc' && <ArrowDown className="size-3.5 flex-none" aria-hidden="true" />}
                </button>
              ) : (
                <span className="truncate leading-[35px]">{label}</span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function SelectLoaded({ selected, onSelect }: { selected: 'none' | 'some' | 'all'; onSelect: () => void }) {
  const t = useTexts('consoleOrders')
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = selected === 'some'
  }, [selected])
  return (
    <div role="columnheader" className="grid place-items-center">
      <label className="grid size-9 place-items-center">
        <input
          ref={ref}
          type="checkbox"
          aria-label={t('table.selectLoaded')}
          className="size-4 accent-lime"
          checked={selected === 'all'}
          onChange={onSelect}
        />
      </label>
    </div>
  )
}
