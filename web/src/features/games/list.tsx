import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { Banners } from '@/features/catalogue/banners'
import { GameGrid } from '@/features/catalogue/game-card'
import { gamesQuery, type Kind } from '@/features/catalogue/queries'
import { GridSkeleton } from '@/features/catalogue/skeleton'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'

const KINDS: readonly Kind[] = ['TOPUP', 'VOUCHER']

export function GamesPage() {
  const t = useTexts('games')
  const { kind } = useSearch({ from: '/games' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const choose = (next: Kind | undefined) => void navigate({ to: '/games', search: next ? { kind: next } : {}, replace: true })
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('heading')}</h1>
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput value={typed} onChange={setTyped} />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('filter.label')}</legend>
          <Chip checked={kind === undefined} onChoose={() => choose(undefined)} label={t('filter.all')} />
          {KINDS.map((known) => (
            <Chip key={known} checked={kind === known} onChoose={() => choose(known)} label={t(`filter.${known}`)} />
          ))}
        </fieldset>
      </div>
      <Found
        search={search}
        kind={kind ?? null}
        onAll={() => {
          setTyped('')
          choose(undefined)
        }}
      />
    </div>
  )
}

export function SearchInput({ value, onChange, focused = false }: { value: string; onChange: (value: string) => void; focused?: boolean }) {
  const t = useTexts('common')
  const id = useId()
  return (
    <search className="min-w-0 flex-1 basis-72">
      <label htmlFor={id} className="sr-only">
        {t('search.label')}
      </label>
      <input
        id={id}
        type="search"
        value={value}
        // A search page is opened to type into its field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focused}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('search.placeholder')}
        className="min-h-12 w-full rounded-control bg-ground px-4 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
      />
    </search>
  )
}

/** What was found; the last result stays while the next is on its way, which it is not offline. */
export function Found({ search, kind, onAll }: { search: string; kind: Kind | null; onAll: () => void }) {
  const t = useTexts('games')
  const { data, error, refetch, isPaused, isPlaceholderData } = useQuery({
    ...gamesQuery(search, kind),
    placeholderData: keepPreviousData,
  })
  const offline = isPaused && (!data || isPlaceholderData)
  if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <GridSkeleton />
  const { games, bannerInPage } = data
  return (
    <div className={cx('flex flex-col gap-6', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="text-sm text-mute">
        {t('found', { count: games.total })}
      </p>
      {games.total === 0 ? (
        <EmptyState action={<Button onClick={onAll}>{t('showAll')}</Button>}>{search ? t('none', { search }) : t('noneAtAll')}</EmptyState>
      ) : (
        <GameGrid games={games.items} />
      )}
      {!search && <Banners banners={bannerInPage} />}
    </div>
  )
}
