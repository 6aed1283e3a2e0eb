import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { session, useSession } from '@/api/session'
import { useContent, useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { useFavorite } from './favorites'

interface HeartProps {
  game: { id: number; name: { th: string; en: string } }
  className?: string
}

/** Toggles a favourite. A visitor is sent to sign in and comes back here. */
export default function HeartButton({ game, className }: HeartProps) {
  const t = useTexts('common')
  const content = useContent()
  const navigate = useNavigate()
  const here = useRouterState({ select: (state) => state.location.href })
  const { liked, toggle } = useFavorite(game.id)
  const name = content(game.name)
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={t('favorite.of', { name })}
      title={t(liked ? 'favorite.remove' : 'favorite.add')}
      className={cx(
        'grid size-11 place-items-center rounded-full transition-colors',
        liked ? 'text-lime' : 'text-text hover:text-lime',
        className,
      )}
      onClick={async () => {
        // People tap before the session has been restored.
        await session.ready()
        const { status } = useSession.getState()
        if (status === 'member') await toggle()
        else if (status === 'guest') void navigate({ to: '/auth/login', search: { returnTo: here } })
      }}
    >
      <Heart className={cx('size-5.5 motion-safe:transition-transform', liked && 'scale-110 fill-current')} aria-hidden="true" />
    </button>
  )
}
