import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useContent, useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { formatDay, formatTime } from '@/i18n/format'
import { type Advice, adviceOn } from './advice'
import { useWizard } from './context'
import { DayChart } from './day-chart'
import { kindOf } from './formats'
import { LastChange } from './last-change'
import { Rich } from './parts'
import { useSimulated } from './use-simulated'

/** The simulated outcome of the form, in words and as days. It is recalculated at every key. */
export function Simulator() {
  const t = useEntrantTexts('tournamentForm')
  const content = useContent()
  const { game } = useWizard()
  const { outcome } = useSimulated()
  const hours = `${Math.floor(outcome.longestDay / 60)}:${String(outcome.longestDay % 60).padStart(2, '0')}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <p className="flex items-center gap-2 text-lime">
          <span className="size-2 rounded-full bg-lime ring-4 ring-lime-dim" aria-hidden="true" />
          {t('sim.title')}
        </p>
        <p className="text-mute">{t('sim.zone')}</p>
      </div>
      <Words />
      <LastChange />
      <DayChart days={outcome.days} />
      {game && <p className="text-xs text-mute">{t('sim.minutes', { game: content(game.name), count: game.gameMinutes })}</p>}
      <dl className="grid grid-cols-3 divide-x divide-line border-y border-line py-3">
        <Figure value={String(outcome.atOnce)} label={t('sim.atOnce')} />
        <Figure value={hours} label={t('sim.longestDay')} />
        <Figure value={String(outcome.byes)} label={t('sim.byes')} />
      </dl>
      <AdviceList />
    </div>
  )
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end px-3 first:pl-0">
      <dt className="text-xs text-mute">{label}</dt>
      <dd className="num text-2xl leading-snug">{value}</dd>
    </div>
  )
}

/** The sentence; its assumptions can be changed in place. */
function Words() {
  const t = useEntrantTexts('tournamentForm')
  const language = useLanguage()
  const { form } = useWizard()
  const { inputs, outcome, assumedEntrants, assume } = useSimulated()
  const single = useWatch({ control: form.control, name: 'contestantType' }) === 'single'
  const kind = kindOf(inputs.stages)
  const who = t(single ? 'sim.players' : 'sim.teams', { count: inputs.entrants })
  const assumption =
    'num cursor-pointer appearance-none rounded-none border-b border-dashed border-control bg-transparent px-0.5 text-text hover:border-lime'
  return (
    <div className="flex flex-col gap-1.5 text-[17px] leading-relaxed">
      <p>
        {who} {kind ? t(`kind.${kind}`) : t('sim.stages', { count: inputs.stages.length })}
        {assumedEntrants && <span className="block text-sm text-mute">{t('sim.assumed')}</span>}
      </p>
      <p>
        <Rich className="text-xl">{`${t('sim.matches', { count: outcome.matches })} ${t('sim.rounds', { count: outcome.rounds })}`}</Rich>{' '}
        <select
          aria-label={t('sim.perDayLabel')}
          value={inputs.perDay}
          className={assumption}
          onChange={(event) => assume({ perDay: Number(event.target.value) })}
        >
          {[1, 2, 3, 4, 5, 6].map((count) => (
            <option key={count} value={count} className="bg-panel">
              {t('sim.perDay', { count })}
            </option>
          ))}
        </select>{' '}
        <select
          aria-label={t('sim.daysLabel')}
          value={inputs.weekends ? 'weekends' : 'every'}
          className={assumption}
          onChange={(event) => assume({ weekends: event.target.value === 'weekends' })}
        >
          <option value="weekends" className="bg-panel">
            {t('sim.weekends')}
          </option>
          <option value="every" className="bg-panel">
            {t('sim.everyDay')}
          </option>
        </select>
      </p>
      <p aria-live="polite">
        <Rich className="text-xl">
          {outcome.endsAt > 0
            ? t('sim.ends', { day: formatDay(outcome.endsAt, language), time: formatTime(outcome.endsAt, false) })
            : t('sim.endsDays', { count: outcome.days.length })}
        </Rich>
      </p>
    </div>
  )
}

function AdviceList() {
  const { form } = useWizard()
  const { inputs, outcome } = useSimulated()
  const [endAt, coPromoters, assistants] = useWatch({ control: form.control, name: ['endAt', 'coPromoters', 'assistants'] })
  const found = adviceOn(inputs, outcome, {
    endAt: endAt === '' ? 0 : Date.parse(endAt),
    staff: 1 + coPromoters.length + assistants.length,
  })
  return (
    <ul className="flex flex-col gap-3 text-sm">
      {found.map((advice) => (
        <AdviceLine key={advice.name} advice={advice} />
      ))}
    </ul>
  )
}

function AdviceLine({ advice: { name, warns, step, values } }: { advice: Advice }) {
  const t = useEntrantTexts('tournamentForm')
  const { go } = useWizard()
  const Icon = warns ? TriangleAlert : RefreshCw
  return (
    <li className="flex gap-2.5">
      <Icon className={warns ? 'mt-0.5 size-4 flex-none text-amber' : 'mt-0.5 size-4 flex-none text-mute'} aria-hidden="true" />
      <div className="min-w-0">
        <p>
          <Rich>{t(`advice.${name}`, values)}</Rich>
        </p>
        <p className="text-mute">{t(`adviceMore.${name}`, { count: values.days, byes: t('adviceMore.byes', { count: values.byes }) })}</p>
        {step && (
          <button type="button" className="min-h-6 underline underline-offset-4 hover:text-lime" onClick={() => go(step)}>
            {t('advice.mend', { step: t(`step.${step}`) })}
          </button>
        )}
      </div>
    </li>
  )
}
