/** Selected rows: those of `keys`, or every row that matches but those of `keys`. */
export interface Selection {
  all: boolean
  keys: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = { all: false, keys: new Set() }
export const ALL_SELECTED: Selection = { all: true, keys: new Set() }

/** Rows that match the filter: an exact count, or one that more than `count` exceed. */
export interface Matching {
  count: number
  more: boolean
}

export const isSelected = ({ all, keys }: Selection, key: string): boolean => all !== keys.has(key)

/** Returns the selection with this row added or removed. */
export function toggleRow({ all, keys }: Selection, key: string): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { all, keys: next }
}

/** Returns how many rows are selected; undefined if the matching rows are not counted exactly. */
export function selectedCount({ all, keys }: Selection, matching: Matching | undefined): number | undefined {
  if (!all) return keys.size
  return matching && !matching.more ? Math.max(0, matching.count - keys.size) : undefined
}

export const isNothingSelected = ({ all, keys }: Selection, matching: Matching | undefined): boolean =>
  all ? selectedCount({ all, keys }, matching) === 0 : keys.size === 0
