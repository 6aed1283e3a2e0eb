import { Plus, X } from 'lucide-react'
import { useController } from 'react-hook-form'
import { tournamentFormLimits, tournamentPrizeLimits } from '@/api/limits.gen'
import { useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { formatBaht } from '@/ui/baht'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { FormArea, FormText, useFieldError } from '@/ui/form'
import { useWizard } from './context'
import { Heading, Part, Wrong } from './parts'
import type { PrizeValues } from './values'

export function RulesStep() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  return (
    <>
      <Heading>{t('step.rules')}</Heading>
      <Prizes />
      <Part title={t('rules.rules')} hint={t('rules.rulesHint')}>
        <FormArea form={form} name="rulesTh" label={t('field.rulesTh')} lang="th" longest={tournamentFormLimits.rulesTh} rows={6} />
        <FormArea form={form} name="rulesEn" label={t('field.rulesEn')} lang="en" longest={tournamentFormLimits.rulesEn} rows={4} />
      </Part>
      <Part title={t('rules.other')}>
        <FormText
          form={form}
          name="entryFee"
          label={t('field.entryFee')}
          hint={t('rules.entryFeeHint')}
          placeholder={t('rules.entryFeeExample')}
          maxLength={120}
        />
        <FormArea
          form={form}
          name="contact"
          label={t('field.contact')}
          hint={t('rules.contactHint')}
          placeholder={t('rules.contactExample')}
          longest={tournamentFormLimits.contact}
          rows={2}
        />
      </Part>
    </>
  )
}

function Prizes() {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'prizes' })
  const error = useFieldError({ form, name: 'prizes' })
  const prizes = field.value
  const total = prizes.reduce((sum, { baht }) => sum + (Number(baht) || 0), 0)
  const change = (place: number, changed: Partial<PrizeValues>) =>
    field.onChange(prizes.map((prize) => (prize.place === place ? { ...prize, ...changed } : prize)))
  const numbered = (rows: PrizeValues[]) => rows.map((prize, index) => ({ ...prize, place: index + 1 }))
  return (
    <Part title={t('field.prizes')} hint={t('rules.prizesHint')}>
      <div id="form-prizes" tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {prizes.length === 0 && (
          <p className="rounded-control border border-dashed border-line px-4 py-5 text-center text-mute">{t('rules.noPrizes')}</p>
        )}
        <ol className="flex flex-col gap-3">
          {prizes.map(({ place, baht, text }) => (
            <li
              key={place}
              className="grid grid-cols-[minmax(0,1fr)_2.75rem] items-end gap-2 sm:grid-cols-[5.5rem_9rem_minmax(0,1fr)_2.75rem]"
            >
              <p className="num self-center max-sm:col-span-2">{t('rules.place', { place: ordinal(place, language) })}</p>
              <TextField
                label={<span className="text-sm font-normal">{t('rules.baht')}</span>}
                aria-label={t('rules.bahtOf', { place: ordinal(place, language) })}
                value={baht}
                inputMode="numeric"
                maxLength={9}
                onBlur={field.onBlur}
                onChange={(event) => change(place, { baht: event.target.value.replace(/[^\d]/g, '') })}
                className="max-sm:col-span-2"
              />
              <TextField
                label={<span className="text-sm font-normal">{t('rules.alsoGets')}</span>}
                aria-label={t('rules.textOf', { place: ordinal(place, language) })}
                placeholder={t('rules.textExample')}
                value={text}
                maxLength={tournamentPrizeLimits.text}
                onChange={(event) => change(place, { text: event.target.value })}
              />
              <button
                type="button"
                aria-label={t('rules.removeOf', { place: ordinal(place, language) })}
                className="grid size-11 place-items-center rounded-control text-mute hover:bg-raise hover:text-text"
                onClick={() => field.onChange(numbered(prizes.filter((prize) => prize.place !== place)))}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ol>
        <Wrong>{error}</Wrong>
        <div className="flex flex-wrap items-center justify-between gap-4">
          {prizes.length < tournamentFormLimits.prizes && (
            <Button size="sm" onClick={() => field.onChange([...prizes, { place: prizes.length + 1, baht: '', text: '' }])}>
              <Plus className="size-4" aria-hidden="true" />
              {t('rules.addPrize', { place: ordinal(prizes.length + 1, language) })}
            </Button>
          )}
          {total > 0 && (
            <p className="text-mute">
              {t('rules.total')} <span className="num ml-1 text-xl text-text">{t('baht', { amount: formatBaht(total * 100) })}</span>
            </p>
          )}
        </div>
      </div>
    </Part>
  )
}
