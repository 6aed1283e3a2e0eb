import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { Banners } from '@/features/catalogue/banners'
import { GameGrid } from '@/features/catalogue/game-card'
import { KindName } from '@/features/catalogue/kind-name'
import { NoGames } from '@/features/catalogue/no-games'
import { gamesQuery, type Kind, suggestQuery } from '@/features/catalogue/queries'
import { GridSkeleton } from '@/features/catalogue/skeleton'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'

interface FoundGamesProps {
  search: string
  kind: Kind | null
  onAll: () => void
  /** Other results: below the games, or above the popular ones if no game matches. */
  children?: ReactNode
}

/** The results; the previous ones stay while the next load, except offline. */
export function FoundGames({ search, kind, onAll, children }: FoundGamesProps) {
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
  if (games.total === 0 && search === '' && kind === null) return <NoGames />
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
      {games.total > 0 && <GameGrid games={games.items} renderMore={kindOf} />}
      {children}
      {games.total === 0 && <Popular onAll={onAll} />}
      {!search && <Banners banners={bannerInPage} />}
    </div>
  )
}

const kindOf = ({ kind }: { kind?: Kind }) => <KindName kind={kind} />

/** Two rows of a wide screen. */
const POPULAR = 12

/** Suggestions where nothing was found. */
function Popular({ onAll }: { onAll: () => void }) {
  const t = useTexts('games')
  const { data } = useQuery(suggestQuery('', POPULAR))
  if (data?.games.items.length === 0) return null
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{t('popular')}</h2>
      {data ? <GameGrid games={data.games.items} renderMore={kindOf} /> : <GridSkeleton />}
      <Button className="self-center" onClick={onAll}>
        {t('showAll')}
      </Button>
    </section>
  )
}
