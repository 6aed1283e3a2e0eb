import { Link } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { hasText, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useProblemText } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { smallButton } from '../table/look'
import { addressOf } from './address'
import type { HitKind, SearchHit } from '@/api/generated'
import type { useSearch } from './use-search'

interface Group {
  kind: HitKind
  items: SearchHit[]
}

/** Returns the hits by kind; the kind of the best one comes first. */
export function byKind(hits: readonly SearchHit[]): Group[] {
  const groups = new Map<HitKind, SearchHit[]>()
  for (const hit of hits) {
    const items = groups.get(hit.kind)
    if (items) items.push(hit)
    else groups.set(hit.kind, [hit])
  }
  return [...groups].map(([kind, items]) => ({ kind, items }))
}

interface ResultsProps {
  id: string
  groups: readonly Group[]
  found: ReturnType<typeof useSearch>
  chosen: number
  onChoose: (index: number) => void
  onOpen: (hit: SearchHit, newTab: boolean) => void
}

/** The list below the search field; those of the text before are dim until the new ones come. */
export function Results({ id, groups, found, chosen, onChoose, onOpen }: ResultsProps) {
  const t = useTexts('consoleOrders')
  const problemText = useProblemText()
  const { text, isShort, isLate, isWorking, error, retry } = found
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  // The hits are numbered through all groups.
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0))
  return (
    <div
      className="absolute top-full right-0 left-0 z-40 mt-1.5 max-h-[70dvh] overflow-y-auto overscroll-contain rounded-panel border border-line bg-raise p-1.5 shadow-xl min-[720px]:left-auto min-[720px]:w-130"
      aria-busy={isWorking || undefined}
      // The field keeps the focus.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      onPointerDown={(event) => event.preventDefault()}
    >
      <p role="status" className={cx('px-2.5 py-1.5 text-mute', count > 0 && !isShort && 'sr-only')}>
        {isShort
          ? t('search.short')
          : isLate
            ? t('search.searching')
            : error
              ? ''
              : count > 0
                ? t('search.found', { count })
                : !isWorking && t('search.nothing', { text })}
      </p>
      {error && !isLate && (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-2.5 pb-1.5">
          <p className="min-w-0 flex-1 text-red">{problemText(problemOf(error))}</p>
          <button type="button" tabIndex={-1} className={smallButton} onClick={retry}>
            {t('search.retry')}
          </button>
        </div>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={t('search.list')} className={cx(isLate && 'opacity-50')}>
        {groups.map(({ kind, items }, group) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`} className="px-2.5 pt-1.5 text-xs text-mute">
              {t(`search.kind.${kind}`)}
            </p>
            {items.map((hit, position) => {
              const index = (starts[group] ?? 0) + position
              return (
                <Option
                  key={`${hit.key} ${hit.by}`}
                  id={`${id}-${index}`}
                  hit={hit}
                  isChosen={index === chosen}
                  onPoint={() => onChoose(index)}
                  onOpen={(newTab) => onOpen(hit, newTab)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {count > 0 && <p className="border-t border-line px-2.5 pt-1.5 text-xs text-mute max-sm:hidden">{t('search.keys')}</p>}
    </div>
  )
}

const TONES: Readonly<Record<string, 'lime' | 'amber' | 'red'>> = {
  completed: 'lime',
  pending: 'amber',
  error: 'red',
  suspended: 'red',
  competition: 'lime',
}

interface OptionProps {
  id: string
  hit: SearchHit
  isChosen: boolean
  onPoint: () => void
  onOpen: (newTab: boolean) => void
}

function Option({ id, hit, isChosen, onPoint, onOpen }: OptionProps) {
  const t = useTexts('consoleOrders')
  const { title, detail, status, by } = hit
  const state = status && `search.state.${status}`
  return (
    <Link
      {...addressOf(hit)}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      preload={false}
      ref={isChosen ? (node: HTMLAnchorElement | null) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
      className={cx('flex min-h-9 items-center gap-3 rounded-control px-2.5 py-1 no-underline', isChosen && 'bg-lime-dim')}
      onPointerMove={onPoint}
      onClick={(event) => {
        // Other buttons and keys do with the link what they do everywhere.
        if (event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen(event.ctrlKey || event.metaKey)
      }}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        <span className="block truncate text-xs text-mute">{[detail, t(`search.by.${by}`)].filter(Boolean).join(' · ')}</span>
      </span>
      {state && <Tag tone={TONES[status]}>{hasText('consoleOrders', state) ? t(state as 'search.state.active') : status}</Tag>}
    </Link>
  )
}
