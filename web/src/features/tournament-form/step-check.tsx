import { CircleAlert, Pencil } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useTexts } from '@/i18n'
import { useErrorText } from '@/ui/form'
import { wrongFields } from './check'
import { useWizard } from './context'
import { Heading } from './parts'
import { Previews } from './previews'
import { useFieldText } from './use-field-text'
import { type Field, fieldOf, FIELDS, stepOf, type TournamentValues } from './values'

/** Fields that another choice rules out are not listed. */
function isAsked(field: Field, values: TournamentValues): boolean {
  if (field === 'location') return values.mode === 'offline'
  if (field === 'mainPlayers' || field === 'maxSubstitutes' || field === 'reporter') return values.contestantType !== 'single'
  return field !== 'banner' && field !== 'logo'
}

export interface Lack {
  field: string
  message: string
}

/** Returns the obstacles to publishing, in the order of the form. */
export function useLacks(): Lack[] {
  const { form, saved } = useWizard()
  const values = useWatch({ control: form.control }) as TournamentValues
  const textOf = useErrorText()
  const wrong = Object.entries(wrongFields(values)).map(([field, type]) => ({ field, message: textOf({ type }) ?? '' }))
  const missing = Object.entries(saved.missing).map(([field, { message }]) => ({ field, message }))
  const all = [...wrong, ...missing.filter(({ field }) => !wrong.some((known) => known.field === field))]
  const order = Object.values(FIELDS).flat() as string[]
  const at = ({ field }: Lack) => (order.indexOf(fieldOf(field)) + order.length + 1) % (order.length + 1)
  return all.toSorted((one, other) => at(one) - at(other))
}

export function CheckStep() {
  const t = useTexts('tournamentForm')
  const { form, go, saved } = useWizard()
  const values = useWatch({ control: form.control }) as TournamentValues
  const lacks = useLacks()
  const steps = Object.keys(FIELDS) as Array<keyof typeof FIELDS>
  return (
    <>
      <Heading>{t(saved.phase === 'draft' ? 'step.check' : 'check.published')}</Heading>
      {lacks.length > 0 && <Lacks lacks={lacks} />}
      {lacks.length === 0 && saved.phase === 'draft' && <p className="-mt-4 text-mute">{t('check.ready')}</p>}
      <Previews />
      {steps.map((step) => (
        <section key={step} aria-labelledby={`check-${step}`} className="border-t border-line pt-4">
          <div className="mb-2 flex items-center justify-between gap-4">
            <h3 id={`check-${step}`} className="text-lg">
              {t(`step.${step}`)}
            </h3>
            <button
              type="button"
              className="inline-flex min-h-11 items-center gap-1.5 text-sm text-mute hover:text-text"
              aria-label={t('check.editOf', { step: t(`step.${step}`) })}
              onClick={() => go(step)}
            >
              <Pencil className="size-4" aria-hidden="true" />
              {t('edit')}
            </button>
          </div>
          <Lines step={step} values={values} lacks={lacks} />
        </section>
      ))}
    </>
  )
}

/** The filled-in and the missing fields; those left out are named in one line. */
function Lines({ step, values, lacks }: { step: keyof typeof FIELDS; values: TournamentValues; lacks: readonly Lack[] }) {
  const t = useTexts('tournamentForm')
  const told = useFieldText()
  const lines = FIELDS[step]
    .filter((field) => isAsked(field, values))
    .map((field) => ({ field, text: told(field, values), lack: lacks.find((lack) => fieldOf(lack.field) === field) }))
  const empty = lines.filter(({ text, lack }) => text === '' && !lack).map(({ field }) => t(`field.${field}`))
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
        {lines
          .filter(({ text, lack }) => text !== '' || lack)
          .map((line) => (
            <Line key={line.field} {...line} />
          ))}
      </dl>
      {empty.length > 0 && <p className="mt-2 text-sm text-mute">{t('check.empty', { fields: empty.join(', ') })}</p>}
    </>
  )
}

function Line({ field, text, lack }: { field: Field; text: string; lack: Lack | undefined }) {
  const t = useTexts('tournamentForm')
  const { go } = useWizard()
  const step = stepOf(field)
  return (
    <>
      <dt className="text-sm text-mute sm:leading-7">{t(`field.${field}`)}</dt>
      <dd className="min-w-0 whitespace-pre-line max-sm:mb-2">
        {lack ? (
          <button type="button" className="text-left text-amber underline underline-offset-4" onClick={() => step && go(step, field)}>
            {text ? `${text}: ${lack.message}` : lack.message}
          </button>
        ) : text.length > 300 ? (
          `${text.slice(0, 300)}…`
        ) : (
          text
        )}
      </dd>
    </>
  )
}

/** Links to each missing field. */
function Lacks({ lacks }: { lacks: readonly Lack[] }) {
  const t = useTexts('tournamentForm')
  const { go } = useWizard()
  return (
    <section aria-labelledby="lacks" className="rounded-panel border border-amber/50 bg-amber-dim p-4">
      <h3 id="lacks" className="num flex items-center gap-2 text-amber">
        <CircleAlert className="size-5 flex-none" aria-hidden="true" />
        {t('check.lacks', { count: lacks.length })}
      </h3>
      <ul className="mt-2 flex flex-col">
        {lacks.map(({ field, message }) => {
          const step = stepOf(field)
          return (
            <li key={field}>
              <button
                type="button"
                disabled={!step}
                className="min-h-11 text-left underline decoration-control underline-offset-4 hover:text-lime disabled:no-underline"
                onClick={() => step && go(step, field)}
              >
                {step && <span className="text-mute">{t(`step.${step}`)} · </span>}
                {step ? `${t(`field.${fieldOf(field)}`)}: ${message}` : message}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
