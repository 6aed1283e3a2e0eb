import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tournamentUpdate, type TournamentFormState as FormState } from '@/api/generated'
import { tournamentCancellationLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { useWizard } from './context'
import { useFieldText } from './use-field-text'
import { type Field, formOf, valuesOf } from './values'

interface EditProps {
  changed: readonly Field[]
  version: number
  onSaved: (state: FormState) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** Changes a published tournament with a reason; everybody concerned is notified. */
export function EditDialog({ changed, version, onSaved, onRefused, onClose }: EditProps) {
  const t = useTexts('tournamentForm')
  const problemText = useProblemText()
  const told = useFieldText()
  const { form, saved } = useWizard()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: () => {
      // Unchanged fields are sent back literally, so that no locked field looks changed.
      const now: Partial<Record<Field, unknown>> = formOf(form.getValues())
      const fields = Object.fromEntries(changed.map((field) => [field, now[field] ?? null]))
      return answerOf(tournamentUpdate({ body: { ...saved.form, ...fields, id: saved.id, version, reason: reason.trim() } }))
    },
    onSuccess: onSaved,
    onError: onRefused,
  })
  const [before, after] = [valuesOf(saved), form.getValues()]
  const lacksReason = tried && reason.trim() === ''
  return (
    <Dialog
      open
      width={600}
      onClose={onClose}
      title={t('change.title', { count: changed.length })}
      actions={
        <>
          <Button onClick={onClose}>{t('change.back')}</Button>
          <Button
            look="primary"
            busy={saving.isPending}
            onClick={() => {
              setTried(true)
              if (reason.trim() !== '') saving.mutate()
            }}
          >
            {t('change.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 p-1">
        <dl className="divide-y divide-line border-y border-line">
          {changed.map((field) => (
            <div key={field} className="py-2.5">
              <dt className="text-sm text-mute">{t(`field.${field}`)}</dt>
              <dd className="whitespace-pre-line">
                <span className="text-mute line-through">{short(told(field, before))}</span>{' '}
                <span className="num">{short(told(field, after)) || t('check.none')}</span>
              </dd>
            </div>
          ))}
        </dl>
        <TextField
          label={t('change.reason')}
          hint={t('change.reasonHint')}
          placeholder={t('change.reasonExample')}
          error={lacksReason ? t('change.reasonNeeded') : undefined}
          value={reason}
          maxLength={tournamentCancellationLimits.reason}
          required
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-sm text-mute">{t('change.told')}</p>
        {saving.isError && (
          <p role="alert" className="text-red">
            {problemText(problemOf(saving.error))}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
