import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type CodeClaim, purchaseClaimCode } from '@/api/generated'
import { codeClaimNewLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'

interface ClaimDialogProps {
  number: string
  lineId: number
  index: number
  serial: string
  onClose: () => void
  onClaimed: (claim: CodeClaim) => void
}

/** Reports a code that is said to be used already; states the rule by which it is exchanged. */
export function ClaimDialog({ number, lineId, index, serial, onClose, onClaimed }: ClaimDialogProps) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const problemText = useProblemText()
  const [seenAt, setSeenAt] = useState('')
  const [note, setNote] = useState('')
  const claiming = useMutation({
    mutationFn: () =>
      answerOf(
        purchaseClaimCode({
          body: { number, lineId, index, note: note.trim(), ...(seenAt && { seenAt: new Date(seenAt).toISOString() }) },
        }),
      ),
    onSuccess: onClaimed,
  })
  const problem = claiming.error ? problemOf(claiming.error) : undefined
  const fields = problem?.body.fieldMessages as Record<string, string> | undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('claim.title')}
      actions={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button look="primary" busy={claiming.isPending} onClick={() => claiming.mutate()}>
            {t('claim.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{t('claim.rule')}</p>
        <p className="text-sm text-mute">{t('claim.stored', { serial })}</p>
        <TextField
          type="datetime-local"
          label={t('claim.seenAt')}
          hint={t('claim.optional')}
          value={seenAt}
          error={fields?.seenAt}
          onChange={(event) => setSeenAt(event.target.value)}
        />
        <TextField
          label={t('claim.note')}
          hint={t('claim.noteHint')}
          value={note}
          maxLength={codeClaimNewLimits.note}
          error={fields?.note}
          onChange={(event) => setNote(event.target.value)}
        />
        {problem && !fields && <Notice tone="error">{problemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}
