import type { DeskEntrant, Tournament } from '@/api/generated'
import { Search, X } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { centre } from '@/ui/centre'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/feedback'
import { useAgo } from './ago'
import { type Bulk, BulkBar } from './bulk'
import { type Group, GROUPS, shown, tally } from './filter'
import { Cards, Table } from './table'
import { useWide } from '@/ui/use-wide'
import { Viewer } from './viewer'

interface EntrantsProps {
  tournament: Tournament
  items: readonly DeskEntrant[]
  /** An assistant reads, but decides nothing. */
  decides: boolean
  group: Group
  onGroup: (group: Group) => void
  open: number | undefined
  onOpen: (id: number | undefined) => void
  bulk: Bulk
  /** The page already has a title for it. */
  titled: boolean
}

/** The table of entries with its filters, and the open entry beside it. */
export function Entrants({ tournament, items, decides, group, onGroup, open, onOpen, bulk, titled }: EntrantsProps) {
  const t = useEntrantTexts('desk')
  const wide = useWide()
  const ago = useAgo()
  const [query, setQuery] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const rows = shown(items, group, useDeferredValue(query))
  const counts = tally(items)
  // Rows that have left the table must not be decided about unseen.
  const chosen = rows.filter(({ id }) => ticked.has(id))
  const all = rows.length > 0 && chosen.length === rows.length
  const table = {
    rows,
    ago,
    chosen: decides ? ticked : undefined,
    onChoose: (id: number) => setTicked(toggled(ticked, id)),
    onChooseAll: () => setTicked(all ? new Set() : new Set(rows.map(({ id }) => id))),
    open,
    onOpen,
  }
  const entrant = items.find(({ id }) => id === open)
  const viewer = entrant && (
    <Viewer
      key={entrant.id}
      tournament={tournament}
      entrant={entrant}
      decides={decides}
      onClose={() => onOpen(undefined)}
      onGo={(by) => onOpen(neighbour(rows, items, entrant, by) ?? entrant.id)}
    />
  )
  return (
    <section aria-labelledby="entrants" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="entrants" className={titled ? 'sr-only' : 'mr-2 text-xl max-md:w-full'}>
          {t('entrants.heading')}
        </h2>
        <Filters
          counts={counts}
          group={group}
          onGroup={(next) => {
            setTicked(new Set())
            onGroup(next)
          }}
        />
        <SearchField query={query} onQuery={setQuery} />
      </div>
      <div className={cx('grid items-start gap-6', wide && entrant && 'md:grid-cols-[minmax(0,1fr)_380px]')}>
        <div className={cx('min-w-0', wide && 'overflow-hidden rounded-panel border border-line bg-panel')}>
          {rows.length === 0 ? (
            <EmptyState
              action={
                query || group !== 'all' ? (
                  <Button
                    onClick={() => {
                      setQuery('')
                      onGroup('all')
                    }}
                  >
                    {t('entrants.showAll')}
                  </Button>
                ) : undefined
              }
            >
              {items.length === 0 ? t('entrants.none') : t('entrants.noneHere')}
            </EmptyState>
          ) : wide ? (
            <Table {...table} />
          ) : (
            <Cards {...table} />
          )}
          {chosen.length > 0 && <BulkBar chosen={chosen} bulk={bulk} onClear={() => setTicked(new Set())} />}
        </div>
        {wide
          ? viewer
          : entrant && (
              <Dialog open onClose={() => onOpen(undefined)} title={entrant.name} width={700}>
                {viewer}
              </Dialog>
            )}
      </div>
      {!decides && <p className="text-sm text-mute">{t('assistant.entrants')}</p>}
    </section>
  )
}

function toggled(ticked: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ticked)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Returns the next or the previous row of the table; the first one if the open row has left it. */
function neighbour(rows: readonly DeskEntrant[], items: readonly DeskEntrant[], open: DeskEntrant, by: 1 | -1): number | undefined {
  const at = rows.findIndex(({ id }) => id === open.id)
  if (at >= 0) return rows[at + by]?.id
  return items.includes(open) ? rows[0]?.id : undefined
}

function Filters({ counts, group, onGroup }: { counts: Record<Group, number>; group: Group; onGroup: (group: Group) => void }) {
  const t = useEntrantTexts('desk')
  const ref = useRef<HTMLDivElement>(null)
  // On a phone the chosen filter may lie beyond the edge.
  useEffect(() => {
    centre(ref.current, '[aria-pressed=true]')
  }, [group])
  return (
    <div
      ref={ref}
      role="group"
      aria-label={t('entrants.filter')}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      {GROUPS.filter((each) => counts[each] > 0 || each === 'all' || each === group).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === group}
          onClick={() => onGroup(each)}
          className={cx(
            'flex min-h-11 flex-none items-center gap-2 rounded-control px-3.5 text-sm ring-1 ring-inset',
            each === group ? 'bg-raise ring-white' : 'text-mute ring-control hover:text-text',
          )}
        >
          {t(`group.${each}`)}
          <span className="num">{counts[each]}</span>
        </button>
      ))}
    </div>
  )
}

function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const t = useEntrantTexts('desk')
  return (
    <div className="relative min-w-48 flex-1">
      <Search className="pointer-events-none absolute top-3.5 left-3 size-4 text-mute" aria-hidden="true" />
      <input
        type="search"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        aria-label={t('entrants.search')}
        placeholder={t('entrants.search')}
        className="h-11 w-full rounded-control bg-ground pr-11 pl-9 text-sm ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {query && (
        <button
          type="button"
          aria-label={t('entrants.clearSearch')}
          onClick={() => onQuery('')}
          className="absolute top-0 right-0 grid size-11 place-items-center text-mute hover:text-text"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
