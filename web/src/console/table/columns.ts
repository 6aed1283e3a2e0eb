import type { ReactNode } from 'react'

/** A column of a {@link DataTable}. */
export interface DataColumn<Row> {
  id: string
  /** The heading, and its name in the list of columns. */
  label: string
  cell: (row: Row) => ReactNode
  /** Least width in pixels. */
  width: number
  /** Share of the width that is left; none by default. */
  grow?: number
  /** Amounts and counts end at the right. */
  align?: 'end'
  /** The server can sort by it. */
  sortable?: boolean
  /** It cannot be hidden. */
  fixed?: boolean
  /** It is hidden until somebody chooses it. */
  optional?: boolean
  /** Its place on the card of a narrow screen, which leaves out columns without one. */
  card?: 'title' | 'state' | 'text' | 'end'
}

/** Choices that differ from the default, by column: shown or hidden. */
export type ColumnChoice = Readonly<Record<string, boolean>>

type Choosable = Pick<DataColumn<unknown>, 'id' | 'fixed' | 'optional'>

const keyOf = (table: string) => `manao.console.columns.${table}`

/** Returns the kept choice of columns; what cannot be read, or names no column of today, counts as the default. */
export function loadColumnChoice(table: string, columns: readonly Choosable[]): ColumnChoice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}')
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {}
    const known = columns.filter(({ id, fixed }) => !fixed && typeof (kept as ColumnChoice)[id] === 'boolean')
    return Object.fromEntries(known.map(({ id }) => [id, (kept as ColumnChoice)[id] === true]))
  } catch {
    return {}
  }
}

export function saveColumnChoice(table: string, choice: ColumnChoice): void {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(choice))
  } catch {
    // A browser that keeps nothing shows the default next time.
  }
}

/** Returns which columns are shown. */
export function visibleColumns(columns: readonly Choosable[], choice: ColumnChoice): Record<string, boolean> {
  return Object.fromEntries(columns.map(({ id, fixed, optional }) => [id, fixed || (choice[id] ?? !optional)]))
}

/** Returns the tracks of a row's grid. */
export function trackSizes(columns: ReadonlyArray<Pick<DataColumn<unknown>, 'width' | 'grow'>>): string {
  return columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`)).join(' ')
}

/** Returns the width below which the table scrolls in itself. */
export const leastWidth = (columns: ReadonlyArray<Pick<DataColumn<unknown>, 'width'>>): number =>
  columns.reduce((sum, { width }) => sum + width, 0)
