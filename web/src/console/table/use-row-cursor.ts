import { type KeyboardEvent, useState } from 'react'

interface RowCursor<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Rows that fit on the screen. */
  page: () => number
  onMove: (index: number) => void
  onOpen?: ((row: Row, newTab: boolean) => void) | undefined
  onSelect?: ((row: Row) => void) | undefined
}

/** The row that the keys act on. It stays with its row when others come before it. */
export function useRowCursor<Row>({ rows, keyOf, page, onMove, onOpen, onSelect }: RowCursor<Row>) {
  const [cursor, setCursor] = useState<{ index: number; key: string }>()
  const index = cursor === undefined ? -1 : positionOf(cursor, rows, keyOf)
  const moveTo = (wanted: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[next]
    if (row === undefined) return
    setCursor({ index: next, key: keyOf(row) })
    onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of a button or field in the table are its own.
    if (event.target !== event.currentTarget || event.altKey) return
    const last = rows.length - 1
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index < 0 ? last : index - 1,
      PageDown: index + page(),
      PageUp: index - page(),
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    const row = rows[index]
    if (next !== undefined) {
      event.preventDefault()
      moveTo(next)
    } else if (event.key === 'Enter' && row !== undefined && onOpen) {
      event.preventDefault()
      onOpen(row, event.ctrlKey || event.metaKey)
    } else if (event.key === ' ' && row !== undefined && onSelect) {
      event.preventDefault()
      onSelect(row)
    }
  }
  return { index, onKeyDown, moveTo }
}

function positionOf<Row>({ index, key }: { index: number; key: string }, rows: readonly Row[], keyOf: (row: Row) => string): number {
  const there = rows[index]
  return there !== undefined && keyOf(there) === key ? index : rows.findIndex((row) => keyOf(row) === key)
}
