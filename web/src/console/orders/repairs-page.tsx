import { useTexts } from '@/i18n'
import { CodeClaims } from './code-claims'
import { Repairs } from './repairs'

/** What keeps buyers from what they paid for: undelivered items, and codes that were used already. */
export function RepairsPage() {
  const t = useTexts('operator')
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-xl">{t('heading')}</h1>
      <Repairs />
      <CodeClaims />
    </div>
  )
}
