import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { problemOf } from '@/api/problem'
import { productQuery } from '@/features/catalogue/queries'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'

/** Stands in place of the checkout where this tab does not know the number: addresses do not contain it. */
export default function NumberForgotten({ productId }: { productId: number }) {
  const t = useTexts('numbers')
  const { data, error, refetch } = useQuery(productQuery(productId))
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-64" />
  const game = data.product?.game
  return (
    <EmptyState
      action={
        game ? (
          <Link to="/games/$id" params={{ id: game.slug }} search={{ product: productId }} className={buttonClass('primary')}>
            {t('choose')}
          </Link>
        ) : (
          <Link to="/games" className={buttonClass('primary')}>
            {t('choose')}
          </Link>
        )
      }
    >
      {t('forgotten')}
    </EmptyState>
  )
}
