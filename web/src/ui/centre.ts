/**
 * Brings what is chosen in a row that scrolls sideways to its middle, where a phone does not show the whole row. The page itself stays where
 * it is, as `scrollIntoView` would not let it.
 */
export function centre(row: HTMLElement | null, chosen: string) {
  const element = row?.querySelector<HTMLElement>(chosen)
  if (!row || !element) return
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
