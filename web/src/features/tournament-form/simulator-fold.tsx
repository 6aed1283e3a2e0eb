import { ChevronDown } from 'lucide-react'
import { useLanguage, useTexts } from '@/i18n'
import { formatDay } from '@/i18n/format'
import { Simulator } from './simulator'
import { useSimulated } from './use-simulated'

/** On a phone: the result in one line, and the rest on request. */
export function SimulatorFold() {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const { outcome } = useSimulated()
  const end =
    outcome.endsAt > 0 ? t('format.ends', { day: formatDay(outcome.endsAt, language) }) : t('format.days', { count: outcome.days.length })
  return (
    <details className="group rounded-panel border border-line bg-panel">
      <summary className="flex min-h-12 items-center gap-2.5 px-4 text-sm">
        <span className="size-2 flex-none rounded-full bg-lime ring-4 ring-lime-dim" aria-hidden="true" />
        <span className="num min-w-0 flex-1">
          {[t('format.matches', { count: outcome.matches }), t('sim.fold', { count: outcome.rounds }), end].join(' · ')}
        </span>
        <ChevronDown className="size-5 flex-none text-mute transition-transform group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="border-t border-line p-4">
        <Simulator />
      </div>
    </details>
  )
}
