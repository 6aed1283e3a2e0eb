import { Button } from './button'

interface PagerProps {
  page: number
  pages: number
  onPage: (page: number) => void
  labels: { page: string; previous: string; next: string }
}

/** Links between the pages of a list; nothing if there is only one. */
export function Pager({ page, pages, onPage, labels }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={labels.page} className="flex flex-wrap items-center justify-center gap-4">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {labels.previous}
      </Button>
      <span className="text-mute">{labels.page}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {labels.next}
      </Button>
    </nav>
  )
}
