import { useTexts } from '@/i18n'
import { useMissingParts } from '@/ui/load'

/** Says that parts of the page are missing. A component of its own, so that the parts around it are not rendered again for it. */
export function MissingParts() {
  const t = useTexts('common')
  const missing = useMissingParts(({ count }) => count > 0)
  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-[calc(var(--covered)+1rem)] z-50 mx-auto max-w-md rounded-control bg-amber-dim p-3 text-sm text-amber empty:hidden"
    >
      {missing && t('missing')}
    </p>
  )
}
