import { useTexts } from '@/i18n'
import { useCover } from '@/ui/overlay'

/** Covers the page while a user is being signed in. */
export function Working() {
  const t = useTexts('account')
  useCover(t('login.working'))
  return null
}
