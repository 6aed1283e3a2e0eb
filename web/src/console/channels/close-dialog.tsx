import { useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { useProblemText } from '@/ui/query-error'
import type { ConsoleChannel } from '@/api/generated'
import type { Switching } from './use-switch'

/** Characters of a reason: it stands in one line beside the channel. */
const LONGEST = 200

interface CloseDialogProps {
  channel: ConsoleChannel
  switching: Switching
  onEnd: () => void
}

/** States the consequence of closing a channel, and takes what buyers read meanwhile. */
export function CloseDialog({ channel, switching, onEnd }: CloseDialogProps) {
  const t = useTexts('console')
  const common = useTexts('common')
  const content = useContent()
  const problemText = useProblemText()
  const form = useId()
  const [th, setTh] = useState('')
  const [en, setEn] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = switching
  const reason = { th: th.trim(), en: en.trim() }
  const isHalf = (reason.th === '') !== (reason.en === '')
  const missing = (text: string) => (tried && isHalf && text === '' ? t('channels.both') : undefined)
  // A refusal that comes later must find the dialog.
  const close = () => {
    if (!isPending) onEnd()
  }
  const send = () => {
    setTried(true)
    if (isHalf) document.getElementById(`${form}-${reason.th ? 'en' : 'th'}`)?.focus()
    else if (!isPending) mutate({ before: channel, open: false, ...(reason.th && { reason }), onDone: onEnd })
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('channels.closeTitle', { name: content(channel.name) })}
      describedBy={`${form}-text`}
      actions={
        <>
          <Button onClick={close}>{common('action.cancel')}</Button>
          <Button look="danger" type="submit" form={form} busy={isPending}>
            {t('channels.close')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p id={`${form}-text`} className="text-mute">
          {t('channels.closeText')}
        </p>
        <fieldset className="flex flex-col gap-3" aria-describedby={`${form}-hint`}>
          <legend className="num mb-1.5">{t('channels.reason')}</legend>
          <p id={`${form}-hint`} className="text-sm text-mute">
            {t('channels.reasonHint', { reason: t('channels.defaultReason') })}
          </p>
          <TextField
            id={`${form}-th`}
            label={t('channels.thai')}
            lang="th"
            value={th}
            maxLength={LONGEST}
            autoComplete="off"
            onChange={({ target }) => setTh(target.value)}
            error={missing(reason.th)}
          />
          <TextField
            id={`${form}-en`}
            label={t('channels.english')}
            lang="en"
            value={en}
            maxLength={LONGEST}
            autoComplete="off"
            onChange={({ target }) => setEn(target.value)}
            error={missing(reason.en)}
          />
        </fieldset>
        {error && <Notice tone="error">{problemText(problemOf(error))}</Notice>}
      </form>
    </Dialog>
  )
}
