import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Bracket } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Reason } from '../run/reason-field'
import { send, submit } from './calls'
import type { Swap } from './arrangement'
import { Refused } from './refused'

interface PublishDialogProps {
  bracket: Bracket
  /** Pairs of one organization in a first match, or in a group */
  clashes: number
  /** Loads the draw that someone else has changed in the meantime. */
  onReload: () => void
  onDone: (bracket: Bracket) => void
  onEnd: () => void
}

/** The final confirmation before the draw becomes public. */
export function PublishDialog({ bracket, clashes, onReload, onDone, onEnd }: PublishDialogProps) {
  const t = useEntrantTexts('draw')
  const common = useTexts('common')
  const many = bracket.entrants.length
  const { tournamentId, stage, draw } = bracket
  const sending = useMutation({
    mutationFn: () => send(tournamentId, { stage, ...(draw && { version: draw.version }) }),
    onSuccess: onDone,
  })
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('publish.title')}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            {t('publish.go', { count: many })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="list-disc pl-5">
          <li>{t('publish.told', { count: many })}</li>
          <li>{t('publish.locked')}</li>
          <li>{t('publish.seed')}</li>
        </ul>
        {clashes > 0 && <Notice tone="warn">{t('publish.clashes', { count: clashes })}</Notice>}
        {sending.error && <Refused problem={problemOf(sending.error)} onReload={onReload} />}
      </div>
    </Dialog>
  )
}

interface LateSwapDialogProps {
  bracket: Bracket
  swaps: readonly Swap[]
  onDone: (bracket: Bracket) => void
  onEnd: () => void
}

/** Swaps in a published draw: the entrants concerned are notified of the reason. */
export function LateSwapDialog({ bracket, swaps, onDone, onEnd }: LateSwapDialogProps) {
  const t = useEntrantTexts('draw')
  const common = useTexts('common')
  const problemText = useProblemText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const name = (who: number) => bracket.entrants.find(({ contestantId }) => contestantId === who)?.name ?? ''
  const saving = useMutation({
    mutationFn: () =>
      submit(bracket.tournamentId, { stage: bracket.stage, version: bracket.draw?.version ?? 0, swaps, reason: reason.trim() }),
    onSuccess: onDone,
  })
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('late.title', { count: swaps.length })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button
            look="primary"
            busy={saving.isPending}
            onClick={() => {
              setTried(true)
              if (reason.trim()) saving.mutate()
              else document.getElementById(id)?.focus()
            }}
          >
            {t('late.go', { count: swaps.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ul className="list-disc pl-5">
          {swaps.map(([one, other], index) => (
            <li key={index}>{t('late.swap', { one: name(one), other: name(other) })}</li>
          ))}
        </ul>
        <Reason id={id} value={reason} onChange={setReason} lacks={tried && !reason.trim()} note={t('late.note')} />
        {saving.error && <Notice tone="error">{problemText(problemOf(saving.error))}</Notice>}
      </div>
    </Dialog>
  )
}
