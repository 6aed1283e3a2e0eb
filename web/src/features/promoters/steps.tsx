import type { PromoterState, PromoterStep } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { serverNow } from '@/live'
import { Timeline, type TimelineStep } from '@/ui/timeline'

const BAD: readonly PromoterStep['kind'][] = ['rejected', 'revoked']

/** The steps of the application with their times, the next one, and the end of the year. */
export function Steps({ state }: { state: PromoterState }) {
  const t = useTexts('promoters')
  const language = useLanguage()
  const passed = ({ at }: PromoterStep) => Date.parse(at) <= serverNow()
  const happened = state.timeline.filter((step) => step.kind !== 'expires' || passed(step))
  const end = state.timeline.find((step) => step.kind === 'expires' && !passed(step))
  const steps: TimelineStep[] = happened.map(({ kind, at }) => ({
    key: `${kind}${at}`,
    label: t(`timeline.${kind}`),
    at: formatDateTime(at, language),
    state: BAD.includes(kind) || kind === 'expires' ? 'failed' : 'done',
  }))
  const waits = state.status === 'submitted' || state.renewalWaits
  if (waits) steps.push({ key: 'review', label: t('timeline.review'), state: 'current' })
  if (end) steps.push({ key: 'end', label: t('timeline.expires'), at: formatDate(end.at, language), state: 'todo' })
  else if (state.status === 'submitted') steps.push({ key: 'year', label: t('timeline.year'), at: ' ', state: 'todo' })
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="progress" className="flex flex-col gap-4">
      <h2 id="progress" className="text-xl">
        {t('timeline.heading')}
      </h2>
      <Timeline label={t('timeline.heading')} steps={steps} />
    </section>
  )
}
