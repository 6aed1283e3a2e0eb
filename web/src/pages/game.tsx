import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { QueryError } from '@/ui/query-error'
import { gameQuery, useReload } from '@/features/catalogue/queries'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { showStock } from '@/features/games/show-stock'
import { GamePageSkeleton } from '@/features/games/skeleton'
import { Picker } from '@/features/games/picker'

export function GamePage() {
  const t = useTexts('games')
  const { id } = useParams({ from: '/games/$id' })
  const { data, error, refetch } = useQuery(gameQuery(id))
  const reload = useReload(gameQuery(id))
  if (error && !data) return <QueryError page problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <GamePageSkeleton />
  if (!data.game) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('primary')}>
            {t('showAll')}
          </Link>
        }
      >
        {t('game.notFound')}
      </EmptyState>
    )
  }
  return (
    <Picker
      key={data.game.id}
      game={data.game}
      onStale={reload}
      onCount={(stock) => showStock(id, stock)}
      onSaleEnd={() => void refetch()}
    />
  )
}
