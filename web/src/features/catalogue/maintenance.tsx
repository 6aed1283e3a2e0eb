import type { ConfigQuery } from '@/api/catalogue.gen'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { serverNow } from '@/live'
import { useSecondsLeft } from '@/ui/countdown'

const at = (moment: string | null) => (moment === null ? undefined : Date.parse(moment))

/** Announces a maintenance until it begins, then says what is closed until it ends. */
export function Maintenance({ of }: { of: NonNullable<ConfigQuery['maintenance']> }) {
  const t = useTexts('shell')
  const content = useContent()
  const language = useLanguage()
  const left = useSecondsLeft(at(of.startsAt), serverNow)
  // Without a beginning it has begun; with one, the time decides once it is known.
  const begins = of.startsAt === null ? 0 : left
  const ends = useSecondsLeft(at(of.until), serverNow)
  if (ends === 0) return null
  return (
    <div role="status" className="mb-6 rounded-panel border border-amber/50 bg-amber-dim p-4">
      <p>{content(of.message)}</p>
      {of.startsAt !== null && begins !== undefined && begins > 0 && (
        <p className="text-sm text-amber">{t('maintenance.from', { time: formatDateTime(of.startsAt, language) })}</p>
      )}
      {begins === 0 && <p className="text-sm text-amber">{t('maintenance.now')}</p>}
    </div>
  )
}
