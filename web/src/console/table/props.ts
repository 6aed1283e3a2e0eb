import type { ReactNode } from 'react'
import type { DataColumn } from './columns'
import type { Matching, Selection } from './selection'

/** The order that the server is asked for. */
interface Sort {
  id: string
  desc: boolean
}

export interface DataTableProps<Row extends object> {
  /** Names the table where the choice of its columns is kept. */
  name: string
  /** Its name for screen readers. */
  label: string
  columns: ReadonlyArray<DataColumn<Row>>
  /** Undefined while the first ones load. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** The filter and order as a text: with another one, the table starts at its top. */
  view: string
  matching?: Matching | undefined
  /** Why loading failed; rows that are there stay. */
  error?: unknown
  onRetry: () => void
  /** The rows are those of the view before, until the new ones come. */
  isStale?: boolean
  /** Rows after these: none, to be loaded near the end, loading, or failed to load. */
  more?: 'none' | 'ready' | 'loading' | 'failed'
  onMore?: () => void
  /** Called for Enter, or a click on a row; with Ctrl it opens in a new tab. */
  onOpen?: (row: Row, newTab: boolean) => void
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: Selection
  onSelect?: (selection: Selection) => void
  acts?: (selection: Selection, count: string) => ReactNode
  /** Shown when nothing matches. */
  empty: ReactNode
  emptyAction?: ReactNode
  /** New rows that wait to be shown. */
  fresh?: number
  onShowFresh?: () => void
}
