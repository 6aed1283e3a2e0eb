/**
 * Scrolls the chosen item of a horizontal row to the middle, since a phone does not show the whole row. The page itself does not move, unlike
 * with `scrollIntoView`.
 */
export function centre(row: HTMLElement | null, chosen: string) {
  const element = row?.querySelector<HTMLElement>(chosen)
  if (!row || !element) return
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
