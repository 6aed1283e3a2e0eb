import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { refundDecisionLimits } from '@/api/limits.gen'
import { type ApiProblem, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'

interface DecisionDialogProps {
  title: string
  /** The consequence of the decision. */
  children: ReactNode
  /** Label of the note; absent where the decision speaks for itself. */
  noteLabel?: string
  /** Characters of the note. */
  longest?: number
  /** Further fields of the decision, and whether they can be sent as they are; they show what is missing themselves. */
  fields?: ReactNode
  isReady?: () => boolean
  action: string
  danger?: boolean
  decide: (note: string) => Promise<unknown>
  /** What to say of a refusal after which the dialog shows a new version; undefined: the problem's own text. */
  changed?: (problem: ApiProblem) => string | undefined
  /** Whether there is nothing left to decide: the dialog only says why. */
  over?: boolean
  onEnd: (changed: boolean) => void
}

/** States the consequence, and asks for the note where one is required. */
export function DecisionDialog({
  title,
  children,
  noteLabel,
  longest = refundDecisionLimits.note,
  fields,
  isReady = () => true,
  action,
  danger = false,
  decide,
  changed,
  over = false,
  onEnd,
}: DecisionDialogProps) {
  const t = useTexts('operator')
  const problemText = useProblemText()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const deciding = useMutation({
    mutationFn: () => decide(note.trim()),
    onSuccess: () => {
      void toast(t('done'), { tone: 'success' })
      onEnd(true)
    },
  })
  const problem = deciding.error && problemOf(deciding.error)
  // After a refusal the list is read again: it may be somebody else's decision that was in the way.
  const close = () => onEnd(deciding.isError)
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      actions={
        over ? (
          <Button onClick={close}>{t('dismiss')}</Button>
        ) : (
          <>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button
              look={danger ? 'danger' : 'primary'}
              busy={deciding.isPending}
              onClick={() => {
                setTried(true)
                if (isReady() && (!noteLabel || note.trim())) deciding.mutate()
              }}
            >
              {action}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!over && (
          <>
            {fields}
            <p className="text-mute" aria-live="polite">
              {children}
            </p>
            {noteLabel && (
              <TextField
                label={noteLabel}
                value={note}
                maxLength={longest}
                onChange={(event) => setNote(event.target.value)}
                error={tried && !note.trim() ? t('noteNeeded') : undefined}
              />
            )}
          </>
        )}
        {problem && <Notice tone="error">{changed?.(problem) ?? problemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
