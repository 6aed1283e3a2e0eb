import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'

interface CloseButtonProps {
  /** The consequence. */
  text: string
  close: () => Promise<unknown>
  onRefused: () => void
}

/** Closes a thread, once the consequence is known. */
export function CloseButton({ text, close, onRefused }: CloseButtonProps) {
  const t = useTexts('support')
  const problemText = useProblemText()
  const [open, setOpen] = useState(false)
  const closing = useMutation({
    mutationFn: close,
    onSuccess: () => {
      setOpen(false)
      void toast(t('close.done'), { tone: 'success' })
    },
    onError: onRefused,
  })
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          closing.reset()
          setOpen(true)
        }}
      >
        {t('close.button')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('close.title')}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('close.keep')}</Button>
            <Button look="primary" busy={closing.isPending} onClick={() => closing.mutate()}>
              {t('close.button')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="text-mute">{text}</p>
          {closing.error && <Notice tone="error">{problemText(problemOf(closing.error))}</Notice>}
        </div>
      </Dialog>
    </>
  )
}
