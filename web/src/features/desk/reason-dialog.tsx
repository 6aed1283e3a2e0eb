import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { entryDecisionLimits } from '@/api/limits.gen'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'

interface ReasonDialogProps {
  title: string
  /** The consequence of the decision. */
  children?: ReactNode
  action: string
  /** Label of the button that changes nothing, where "Cancel" could be read as the action. */
  keep?: string
  danger?: boolean
  /** Suggested texts. */
  ready?: readonly string[]
  /** A reason is required. */
  required?: boolean
  label: string
  /** Readers of the reason; the entrants by default. */
  note?: string
  act: (reason: string) => Promise<unknown>
  onEnd: () => void
}

/** States the consequence, and takes the reason that the entrants concerned will read. */
export function ReasonDialog({
  title,
  children,
  action,
  keep,
  danger = false,
  ready = [],
  required = true,
  label,
  note,
  act,
  onEnd,
}: ReasonDialogProps) {
  const t = useEntrantTexts('desk')
  const common = useTexts('common')
  const problemText = useProblemText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const acting = useMutation({ mutationFn: () => act(reason.trim()), onSuccess: onEnd })
  const lacks = required && tried && !reason.trim()
  return (
    <Dialog
      open
      onClose={onEnd}
      title={title}
      width={600}
      actions={
        <>
          <Button onClick={onEnd}>{keep ?? common('action.cancel')}</Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            busy={acting.isPending}
            onClick={() => {
              setTried(true)
              if (required && !reason.trim()) document.getElementById(id)?.focus()
              else acting.mutate()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children && <div className="text-mute">{children}</div>}
        {ready.length > 0 && <ReadyTexts texts={ready} onChoose={setReason} />}
        <div>
          <label htmlFor={id} className="num mb-1.5 block">
            {label}
          </label>
          <textarea
            id={id}
            rows={3}
            value={reason}
            maxLength={entryDecisionLimits.reason}
            onChange={(event) => setReason(event.target.value)}
            aria-invalid={lacks || undefined}
            aria-describedby={`${id}-note`}
            className={cx(
              'w-full rounded-control bg-ground px-4 py-2 text-base ring-1 ring-inset focus-visible:ring-2 focus-visible:outline-none',
              lacks ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
            )}
          />
          <p id={`${id}-note`} role={lacks ? 'alert' : undefined} className={cx('text-sm', lacks ? 'text-red' : 'text-mute')}>
            {lacks ? t('reason.needed') : (note ?? t('reason.seen'))}
          </p>
        </div>
        {acting.error && <Notice tone="error">{problemText(problemOf(acting.error))}</Notice>}
      </div>
    </Dialog>
  )
}

/** Frequent sentences; a tap inserts one. */
export function ReadyTexts({ texts, onChoose }: { texts: readonly string[]; onChoose: (text: string) => void }) {
  const t = useEntrantTexts('desk')
  return (
    <div role="group" aria-label={t('reason.ready')} className="flex flex-wrap gap-2">
      {texts.map((text) => (
        <button
          key={text}
          type="button"
          onClick={() => onChoose(text)}
          className="min-h-11 rounded-control px-3 text-left text-sm ring-1 ring-control ring-inset hover:ring-lime"
        >
          {text}
        </button>
      ))}
    </div>
  )
}
