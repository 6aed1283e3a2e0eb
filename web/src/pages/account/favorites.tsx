import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Me } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { QueryError } from '@/ui/query-error'
import { AccountPage } from '../frames/account'
import { GameGrid } from '@/features/catalogue/game-card'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { favoritesQuery } from '@/features/favorites/favorites'
import { useEarlierPlayers } from '@/features/favorites/players'

export function FavoritesPage() {
  const t = useTexts('favorites')
  const me = useSession((session) => session.me)
  return <AccountPage heading={t('heading')}>{me && <Favorites me={me} />}</AccountPage>
}

/** Most games whose last player is fetched. */
const MOST_LAST = 12

/** The ID that was topped up last, to continue with at once. */
function LastPlayer({ gameId, slug }: { gameId: number; slug: string }) {
  const t = useTexts('favorites')
  const last = useEarlierPlayers(gameId).data?.items[0]
  if (!last) return null
  const { playerId, server, serverName, playerName } = last
  return (
    <Link
      to="/games/$id"
      params={{ id: slug }}
      search={{ player: playerId, ...(server && { server }) }}
      className={`${buttonClass('plain', 'sm')} relative z-10 flex-col gap-0! leading-tight`}
    >
      <span>{t('lastPlayer')}</span>
      <span className="max-w-full truncate text-xs font-normal text-mute">
        {[playerName ?? playerId, serverName].filter(Boolean).join(' · ')}
      </span>
    </Link>
  )
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
  const asksFor = new Set(data.items.slice(0, MOST_LAST).map(({ gameId }) => gameId))
  return (
    <GameGrid
      narrow
      renderMore={({ id, slug }) => asksFor.has(id) && <LastPlayer gameId={id} slug={slug} />}
      games={data.items.map(({ gameId, fromSatang, kind, ...game }) => ({
        ...game,
        id: gameId,
        card: kind === 'voucher',
        fromSatang: fromSatang ?? null,
      }))}
    />
  )
}
