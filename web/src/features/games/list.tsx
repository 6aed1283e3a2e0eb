import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { Banners } from '@/features/catalogue/banners'
import { GameGrid } from '@/features/catalogue/game-card'
import { gamesQuery, type Kind, suggestQuery } from '@/features/catalogue/queries'
import { GridSkeleton } from '@/features/catalogue/skeleton'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'

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
      <div className="flex flex-wrap items-center gap-3 md:justify-between">
        <h1 className="text-2xl max-md:w-full">{t('heading')}</h1>
        {/* A wide screen has the field above the page. */}
        <SearchInput className="md:hidden" placeholder={t('searchGames')} value={typed} onChange={setTyped} />
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

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  focused?: boolean
  /** Else that of the search of the whole site. */
  placeholder?: string
  className?: string
}

export function SearchInput({ value, onChange, focused = false, placeholder, className }: SearchInputProps) {
  const t = useTexts('common')
  const id = useId()
  return (
    <search className={cx('w-full min-w-0 sm:max-w-md sm:flex-1', className)}>
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
        placeholder={placeholder ?? t('search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-12 w-full rounded-control bg-ground px-4 ring-1 ring-control ring-inset placeholder:text-mute focus-visible:ring-2 focus-visible:ring-lime focus-visible:outline-none"
      />
    </search>
  )
}

interface FoundProps {
  search: string
  kind: Kind | null
  onAll: () => void
  /** What else was found: below the games, or in their place above the popular ones. */
  children?: ReactNode
}

/** What was found; the last result stays while the next is on its way, which it is not offline. */
export function Found({ search, kind, onAll, children }: FoundProps) {
  const t = useTexts('games')
  const content = useContent()
  const { data, error, refetch, isPaused, isPlaceholderData } = useQuery({
    ...gamesQuery(search, kind),
    placeholderData: keepPreviousData,
  })
  const offline = isPaused && (!data || isPlaceholderData)
  if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <GridSkeleton />
  const { games, bannerInPage } = data
  const [first] = games.items
  const guess = search !== '' && games.guessed ? first : undefined
  return (
    <div className={cx('flex flex-col gap-6', isPlaceholderData && 'opacity-60')}>
      <p role="status" className={games.total === 0 ? 'text-mute' : 'text-sm text-mute'}>
        {games.total === 0
          ? search
            ? t('none', { search })
            : t('noneAtAll')
          : guess
            ? t('guessed', { search, name: content(guess.name) })
            : t('found', { count: games.total })}
      </p>
      {games.total > 0 && <GameGrid games={games.items} />}
      {children}
      {games.total === 0 && <Popular onAll={onAll} />}
      {!search && <Banners banners={bannerInPage} />}
    </div>
  )
}

/** As many as two rows of a wide screen. */
const POPULAR = 12

/** Where nothing was found, a way on. */
function Popular({ onAll }: { onAll: () => void }) {
  const t = useTexts('games')
  const { data } = useQuery(suggestQuery('', POPULAR))
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{t('popular')}</h2>
      {data ? <GameGrid games={data.games.items} /> : <GridSkeleton />}
      <Button className="self-center" onClick={onAll}>
        {t('showAll')}
      </Button>
    </section>
  )
}
