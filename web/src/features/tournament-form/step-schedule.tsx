import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useLanguage, useTexts } from '@/i18n'
import { formatDay } from '@/i18n/format'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { SelectField } from '@/ui/field'
import { FormDateTime, useFieldError } from '@/ui/form'
import { useWizard } from './context'
import { Heading, Part, Wrong } from './parts'
import { lastMinute, suggestedDates } from './suggest'
import { useSimulated } from './use-simulated'

const DATES = [
  { name: 'registrationStartAt', usual: '12:00' },
  { name: 'registrationEndAt', usual: '23:59' },
  { name: 'drawAt', usual: '18:00' },
  { name: 'startAt', usual: '13:00' },
  { name: 'endAt', usual: '23:59' },
] as const
const NAMES = DATES.map(({ name }) => name)
const SET = { shouldDirty: true, shouldTouch: true } as const

export function ScheduleStep() {
  const t = useTexts('tournamentForm')
  const { form, isLocked } = useWizard()
  const { outcome } = useSimulated()
  const [now] = useState(() => Date.now())
  const dates = useWatch({ control: form.control, name: NAMES })
  const suggest = () => {
    for (const [name, at] of Object.entries(suggestedDates(now, outcome))) form.setValue(name as (typeof NAMES)[number], at, SET)
  }
  return (
    <>
      <Heading aside={t('schedule.zone')}>{t('step.schedule')}</Heading>
      {dates.every((at) => at === '') && (
        <div className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
          <p className="min-w-56 flex-1 text-mute">{t('schedule.suggestText')}</p>
          <Button size="sm" onClick={suggest}>
            <CalendarPlus className="size-4" aria-hidden="true" />
            {t('schedule.suggest')}
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-5">
        {DATES.map(({ name, usual }) => (
          <Part key={name} of={[name]}>
            <FormDateTime
              form={form}
              name={name}
              label={t(`field.${name}`)}
              hint={t(`schedule.${name}`)}
              usualTime={usual}
              now={now}
              disabled={isLocked(name)}
              required
              aside={<When name={name} now={now} />}
            />
          </Part>
        ))}
      </div>
      <Hours />
      <Part title={t('schedule.results')}>
        <Reporter />
        <Confirm />
      </Part>
    </>
  )
}

/** The weekday of a date and how far off it is; for the last day, also the simulator's result. */
function When({ name, now }: { name: (typeof NAMES)[number]; now: number }) {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const { form, isLocked } = useWizard()
  const { outcome } = useSimulated()
  const value = useWatch({ control: form.control, name })
  const end = lastMinute(outcome)
  const offered = name === 'endAt' && end !== '' && end !== value && !isLocked('endAt')
  const days = Math.round((Date.parse(value) - now) / 86_400_000)
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      {value !== '' && (
        <span className="num text-mute">
          {formatDay(value, language)}
          {days > 0 && ` · ${t('schedule.inDays', { count: days })}`}
        </span>
      )}
      {offered && (
        <button
          type="button"
          className="min-h-6 underline underline-offset-4 hover:text-lime"
          onClick={() => form.setValue('endAt', end, SET)}
        >
          {t('schedule.useEnd', { day: formatDay(end, language) })}
        </button>
      )}
    </div>
  )
}

function Hours() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { field: from } = useController({ control: form.control, name: 'hoursFrom' })
  const { field: to } = useController({ control: form.control, name: 'hoursTo' })
  const error = useFieldError({ form, name: 'hoursTo' })
  const hours = (first: number) =>
    Array.from({ length: 24 }, (_, index) => ({ value: String(first + index), label: `${String(first + index).padStart(2, '0')}:00` }))
  return (
    <Part title={t('schedule.hours')} hint={t('schedule.hoursHint')} of={['hoursFrom', 'hoursTo']}>
      <div className="grid max-w-md grid-cols-2 gap-3">
        <SelectField
          id="form-hoursFrom"
          label={t('field.hoursFrom')}
          value={String(from.value)}
          placeholder=""
          options={hours(0)}
          onChange={(value) => from.onChange(Number(value))}
        />
        <SelectField
          id="form-hoursTo"
          label={t('field.hoursTo')}
          value={String(to.value)}
          placeholder=""
          options={hours(1)}
          onChange={(value) => to.onChange(Number(value))}
        />
      </div>
      <Wrong>{error}</Wrong>
    </Part>
  )
}

function Reporter() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'reporter' })
  if (useWatch({ control: form.control, name: 'contestantType' }) === 'single') return null
  return (
    <div role="radiogroup" aria-label={t('field.reporter')} className="grid gap-3 sm:grid-cols-2">
      {(['captain', 'roster'] as const).map((who) => (
        <ChoiceCard key={who} name="reporter" value={who} checked={field.value === who} onChange={() => field.onChange(who)} ring>
          <p className="num">{t(`reporter.${who}`)}</p>
          <p className="text-sm text-mute">{t(`schedule.${who}About`)}</p>
        </ChoiceCard>
      ))}
    </div>
  )
}

const MINUTES = [5, 10, 15, 30, 60, 120, 240, 720, 1440] as const

function Confirm() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'confirmMinutes' })
  const choices = [...new Set<number>([...MINUTES, field.value])].sort((one, other) => one - other)
  const label = (minutes: number) =>
    minutes % 60 === 0 ? t('schedule.hoursLong', { count: minutes / 60 }) : t('schedule.minutesLong', { count: minutes })
  return (
    <SelectField
      id="form-confirmMinutes"
      label={t('field.confirmMinutes')}
      hint={t('schedule.confirmHint')}
      value={String(field.value)}
      placeholder=""
      options={choices.map((minutes) => ({ value: String(minutes), label: label(minutes) }))}
      onChange={(value) => field.onChange(Number(value))}
      className="max-w-md"
    />
  )
}
