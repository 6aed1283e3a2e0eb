import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Link } from '@tanstack/react-router'
import { tournamentFormLimits } from '@/api/limits.gen'
import { problemOf } from '@/api/problem'
import { useLanguage } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { ChoiceCard } from '@/ui/choice'
import { TextField } from '@/ui/field'
import { FormText, useFieldError } from '@/ui/form'
import { QueryError } from '@/ui/query-error'
import { Switch } from '@/ui/switch'
import { categoriesQuery } from './calls'
import { useWizard } from './context'
import { Organization } from './organization'
import { Heading, Part, Segments, Stepper, Wrong } from './parts'

const SET = { shouldDirty: true, shouldTouch: true } as const
const CAPACITIES = [16, 32, 64, 128] as const

export function WhoStep() {
  const t = useEntrantTexts('tournamentForm')
  const { form } = useWizard()
  const [inviteOnly, showGameId] = useWatch({ control: form.control, name: ['inviteOnly', 'showGameId'] })
  return (
    <>
      <Heading>{t('step.who')}</Heading>
      <Category />
      <Contestants />
      <Capacity />
      <Admission />
      <Part title={t('who.where')}>
        <Place />
      </Part>
      <Part>
        <div className="divide-y divide-line border-y border-line">
          <Switch
            id="form-inviteOnly"
            label={t('field.inviteOnly')}
            hint={t('who.inviteOnlyHint')}
            checked={inviteOnly}
            onChange={(checked) => form.setValue('inviteOnly', checked, SET)}
          />
          <Switch
            id="form-showGameId"
            label={t('field.showGameId')}
            hint={t(showGameId ? 'who.showGameIdOn' : 'who.showGameIdOff')}
            checked={showGameId}
            onChange={(checked) => form.setValue('showGameId', checked, SET)}
          />
        </div>
      </Part>
    </>
  )
}

function Category() {
  const t = useEntrantTexts('tournamentForm')
  const { form } = useWizard()
  const categories = useQuery(categoriesQuery(useLanguage()))
  const { field } = useController({ control: form.control, name: 'category' })
  const error = useFieldError({ form, name: 'category' })
  if (categories.isError) return <QueryError problem={problemOf(categories.error)} onRetry={() => void categories.refetch()} />
  const chosen = categories.data?.find(({ code }) => code === field.value)
  return (
    <Part title={t('field.category')} hint={t('who.categoryHint')} of={['category', 'organizationId']}>
      <div
        id="form-category"
        tabIndex={-1}
        role="radiogroup"
        aria-label={t('field.category')}
        className="grid gap-3 outline-none sm:grid-cols-2"
      >
        {categories.data === undefined && [1, 2, 3, 4].map((row) => <div key={row} className="skeleton h-20" aria-hidden="true" />)}
        {categories.data?.map(({ code, name, about, allowed, refusal }) => (
          <ChoiceCard
            key={code}
            name="category"
            value={code}
            checked={code === field.value}
            disabled={!allowed}
            onChange={() => {
              field.onChange(code)
              form.setValue('organizationId', 0, SET)
              // Professionals are reviewed one by one.
              if (code === 'Pro') form.setValue('joinMode', 'review', SET)
            }}
            ring
          >
            <p className="num">{name}</p>
            <p className="text-sm text-mute">{about}</p>
            {!allowed && refusal && (
              <p className="mt-1 text-sm text-amber">
                {refusal.message}{' '}
                {refusal.href && (
                  <Link to={refusal.href} className="relative inline-block underline">
                    {t('who.repair')}
                  </Link>
                )}
              </p>
            )}
          </ChoiceCard>
        ))}
      </div>
      <Wrong>{error}</Wrong>
      {chosen && <Organization category={chosen} />}
    </Part>
  )
}

function Contestants() {
  const t = useEntrantTexts('tournamentForm')
  const { form, game } = useWizard()
  const { field } = useController({ control: form.control, name: 'contestantType' })
  const [main, substitutes] = useWatch({ control: form.control, name: ['mainPlayers', 'maxSubstitutes'] })
  const error = useFieldError({ form, name: 'contestantType' })
  const mainError = useFieldError({ form, name: 'mainPlayers' })
  const substitutesError = useFieldError({ form, name: 'maxSubstitutes' })
  const teams = game ? game.mainPlayers > 1 : true
  const singles = game ? game.solo : true
  const why = { team: teams ? undefined : t('who.noTeams'), single: singles ? undefined : t('who.noSingles') }
  return (
    <Part title={t('field.contestantType')} of={['contestantType', 'mainPlayers', 'maxSubstitutes']}>
      <div
        id="form-contestantType"
        tabIndex={-1}
        role="radiogroup"
        aria-label={t('field.contestantType')}
        className="grid gap-3 outline-none xs:grid-cols-2"
      >
        {(['team', 'single'] as const).map((type) => (
          <ChoiceCard
            key={type}
            name="contestantType"
            value={type}
            checked={field.value === type}
            disabled={why[type] !== undefined}
            onChange={() => field.onChange(type)}
            ring
          >
            <p className="num">{t(`contestant.${type}`)}</p>
            <p className={why[type] ? 'text-sm text-amber' : 'text-sm text-mute'}>{why[type] ?? t(`who.${type}About`)}</p>
          </ChoiceCard>
        ))}
      </div>
      <Wrong>{error}</Wrong>
      {field.value === 'team' && (
        <div className="divide-y divide-line border-y border-line">
          <Stepper
            label={t('field.mainPlayers')}
            hint={game && t('who.mainPlayersHint', { count: game.mainPlayers })}
            value={main}
            from={Math.min(2, game?.mainPlayers ?? 2)}
            to={game?.mainPlayers ?? 10}
            onChange={(value) => form.setValue('mainPlayers', value, SET)}
          />
          <Stepper
            label={t('field.maxSubstitutes')}
            hint={t('who.substitutesHint')}
            value={substitutes}
            from={0}
            to={game?.maxSubstitutes ?? 5}
            onChange={(value) => form.setValue('maxSubstitutes', value, SET)}
          />
        </div>
      )}
      <Wrong>{mainError ?? substitutesError}</Wrong>
    </Part>
  )
}

function Capacity() {
  const t = useEntrantTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'capacity' })
  const single = useWatch({ control: form.control, name: 'contestantType' }) === 'single'
  const error = useFieldError({ form, name: 'capacity' })
  const known = CAPACITIES.some((value) => value === field.value)
  const [typed, setTyped] = useState(known || field.value === 0 ? '' : String(field.value))
  return (
    <Part title={t(single ? 'who.capacitySingle' : 'who.capacityTeam')} hint={t('who.capacityHint')} of={['capacity']}>
      <Segments
        id="form-capacity"
        label={t('field.capacity')}
        options={CAPACITIES.map((value) => ({ value, label: String(value) }))}
        value={known ? field.value : undefined}
        onChange={(value) => {
          setTyped('')
          field.onChange(value)
        }}
      >
        <span className="text-sm text-mute">{t('or')}</span>
        <TextField
          label={<span className="sr-only">{t('who.capacityOther')}</span>}
          placeholder={t('who.capacityOther')}
          value={known ? '' : typed}
          inputMode="numeric"
          maxLength={5}
          onBlur={field.onBlur}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, '')
            setTyped(digits)
            field.onChange(Number(digits))
          }}
          className="w-36 [&_label]:mb-0"
        />
      </Segments>
      <Wrong>{error}</Wrong>
    </Part>
  )
}

function Admission() {
  const t = useEntrantTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'joinMode' })
  const pro = useWatch({ control: form.control, name: 'category' }) === 'Pro'
  return (
    <Part title={t('field.joinMode')}>
      <div role="radiogroup" aria-label={t('field.joinMode')} className="grid gap-3 sm:grid-cols-2">
        {(['review', 'auto'] as const).map((mode) => (
          <ChoiceCard
            key={mode}
            name="joinMode"
            value={mode}
            checked={field.value === mode}
            disabled={pro && mode === 'auto'}
            onChange={() => field.onChange(mode)}
            ring
          >
            <p className="num">{t(`joinMode.${mode}`)}</p>
            <p className={pro && mode === 'auto' ? 'text-sm text-amber' : 'text-sm text-mute'}>
              {pro && mode === 'auto' ? t('who.proReview') : t(`who.${mode}About`)}
            </p>
          </ChoiceCard>
        ))}
      </div>
    </Part>
  )
}

function Place() {
  const t = useEntrantTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'mode' })
  return (
    <>
      <Segments
        id="form-mode"
        label={t('field.mode')}
        options={(['online', 'offline'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={field.value}
        onChange={field.onChange}
      />
      {field.value === 'offline' && (
        <FormText
          form={form}
          name="location"
          label={t('field.location')}
          hint={t('who.locationHint')}
          maxLength={tournamentFormLimits.location}
          required
        />
      )}
    </>
  )
}
