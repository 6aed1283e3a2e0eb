import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { Spinner } from '@/ui/spinner'
import { useHeld } from '@/ui/steady'
import { grouped, smallButton } from './look'
import { ALL_SELECTED, isNothingSelected, type Matching, NOTHING_SELECTED, selectedCount, type Selection } from './selection'

interface TableBarProps {
  matching: Matching | undefined
  isLoading: boolean
  fresh: number
  onShowFresh: () => void
  selection: Selection | undefined
  onSelect: (selection: Selection) => void
  /** What can be done with the selected rows; `count` in the texts of its buttons is theirs. */
  acts: ((selection: Selection, count: string) => ReactNode) | undefined
  children: ReactNode
}

/** The line above a table: how many rows match, those that wait, what is selected. */
export function TableBar({ matching, isLoading, fresh, onShowFresh, selection, onSelect, acts, children }: TableBarProps) {
  const t = useTexts('consoleOrders')
  const spins = useHeld(isLoading)
  const hasSelected = selection !== undefined && !isNothingSelected(selection, matching)
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className={cx('text-mute', hasSelected && 'sr-only')}>
        {matching && totalText(t, matching)}
      </p>
      {hasSelected && <Selected matching={matching} selection={selection} onSelect={onSelect} acts={acts} />}
      {fresh > 0 && (
        <button type="button" className={cx(smallButton, 'bg-lime-dim text-lime ring-lime')} onClick={onShowFresh}>
          <ArrowUp className="size-4" aria-hidden="true" />
          {t('table.fresh', { count: fresh, shown: grouped(fresh) })}
        </button>
      )}
      {spins && (
        <span role="status" className="inline-flex items-center gap-2 text-mute">
          <Spinner />
          <span className="sr-only">{t('table.loading')}</span>
        </span>
      )}
      <span className="flex-1" />
      {children}
    </div>
  )
}

type Translate = ReturnType<typeof useTexts<'consoleOrders'>>

function totalText(t: Translate, { count, more }: Matching): string {
  return t(more ? 'table.moreThan' : 'table.total', { count, shown: grouped(count) })
}

interface SelectedProps extends Pick<TableBarProps, 'matching' | 'onSelect' | 'acts'> {
  selection: Selection
}

function Selected({ matching, selection, onSelect, acts }: SelectedProps) {
  const t = useTexts('consoleOrders')
  const count = selectedCount(selection, matching)
  // Beyond the exact count it is the filter that is selected, not a number.
  const shown = count === undefined ? t('table.uncounted', { shown: grouped(matching?.count ?? 0) }) : grouped(count)
  const isWhole = selection.all && selection.keys.size === 0
  const offersAll = !selection.all && matching !== undefined && (matching.more || matching.count > selection.keys.size)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status">
        {isWhole ? t('table.allSelected', { count: count ?? 2, shown }) : t('table.selected', { count: count ?? 2, shown })}
      </p>
      {offersAll && (
        <button type="button" className={smallButton} onClick={() => onSelect(ALL_SELECTED)}>
          {matching.more
            ? t('table.selectAllMore', { shown: grouped(matching.count) })
            : t('table.selectAll', { count: matching.count, shown: grouped(matching.count) })}
        </button>
      )}
      {acts?.(selection, shown)}
      <button type="button" className={smallButton} onClick={() => onSelect(NOTHING_SELECTED)}>
        {t('table.selectNone')}
      </button>
    </div>
  )
}
