import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Me } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { AccountPage } from '@/features/account/shell'
import { GameGrid } from '@/features/catalogue/game-card'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { favoritesQuery } from './favorites'

export function FavoritesPage() {
  const t = useTexts('favorites')
  const me = useSession((session) => session.me)
  return <AccountPage heading={t('heading')}>{me && <Favorites me={me} />}</AccountPage>
}

function Favorites({ me }: { me: Me }) {
  const t = useTexts('favorites')
  const { data, error, refetch } = useQuery(favoritesQuery(me.id))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-72" />
  if (data.items.length === 0) {
    return (
      <EmptyState
        action={
          <Link to="/games" className={buttonClass('plain')}>
            {t('choose')}
          </Link>
        }
      >
        {t('empty')}
      </EmptyState>
    )
  }
  return (
    <GameGrid
      narrow
      games={data.items.map(({ gameId, fromSatang, ...game }) => ({ ...game, id: gameId, fromSatang: fromSatang ?? null }))}
    />
  )
}
