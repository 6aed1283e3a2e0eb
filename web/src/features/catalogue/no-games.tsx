import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/feedback'

/** A shop that sells nothing yet. */
export function NoGames() {
  const t = useTexts('games')
  return (
    <EmptyState
      action={
        <Link to="/contact" className={buttonClass('plain', 'sm')}>
          {t('wish')}
        </Link>
      }
    >
      {t('empty')}
    </EmptyState>
  )
}
