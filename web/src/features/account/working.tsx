import { useTexts } from '@/i18n'
import { Spinner } from '@/ui/spinner'

/** Shown while a user is being signed in. */
export function Working() {
  const t = useTexts('account')
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-mute">
      <Spinner /> {t('login.working')}
    </p>
  )
}
