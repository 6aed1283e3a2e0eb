import { useMutation } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { ImagePlus } from 'lucide-react'
import { supportMessageNewLimits } from '@/api/limits.gen'
import { problemOf } from '@/api/problem'
import { ChosenPictures } from '@/features/messages/chosen-pictures'
import { useDraft } from '@/features/messages/draft'
import { usePictures } from '@/features/messages/use-pictures'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { useRefusalText } from '@/ui/query-error'
import { uploads, whyNot } from './pictures'
import { useClientId } from './use-client-id'

const NEAR = 200

interface Written {
  clientId: string
  text?: string
  pictures?: string[]
}

interface ReplyProps {
  /** Key of the draft, which outlives a reload. */
  draft: string
  label: string
  action: string
  send: (message: Written) => Promise<unknown>
  /** Called when a message was refused. */
  onRefused: () => void
}

/** The field for a further message: a text, pictures or both. */
export function Reply({ draft, label, action, send, onRefused }: ReplyProps) {
  const t = useTexts('support')
  const refusalText = useRefusalText()
  const id = useId()
  const [text, setText] = useDraft(draft)
  const [problem, setProblem] = useState('')
  const pictures = usePictures(uploads)
  const clientId = useClientId()
  const file = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = supportMessageNewLimits.text - [...text.trim().normalize('NFC')].length
  const empty = text.trim() === '' && pictures.attached.length === 0
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => {
      setText('')
      pictures.clear()
      clientId.renew()
    },
    onError: (error) => {
      setProblem(refusalText(problemOf(error)))
      onRefused()
    },
  })
  const add = (files: readonly File[]) => {
    if (files.length === 0) return
    const many = pictures.add(files) > 0
    setProblem(many ? t('reply.mostPictures', { count: supportMessageNewLimits.pictures }) : '')
  }
  const submit = () => {
    field.current?.focus()
    if (empty || left < 0 || sending.isPending) return
    const why = whyNot(pictures)
    if (why) return setProblem(t(`reply.${why}`))
    setProblem('')
    const ids = pictures.attached.flatMap(({ done }) => (done ? [done.id] : []))
    const message = { ...(text.trim() && { text: text.trim() }), ...(ids.length > 0 && { pictures: ids }) }
    sending.mutate({ ...message, clientId: clientId.of(message) })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const note = left < 0 ? t('reply.tooLong', { count: -left }) : problem || (left < NEAR ? t('reply.left', { count: left }) : '')
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={id} className="num">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        value={text}
        placeholder={t('reply.placeholder')}
        aria-invalid={left < 0 || undefined}
        aria-describedby={`${id}-note`}
        onKeyDown={pressed}
        onChange={(event) => {
          setText(event.target.value)
          setProblem('')
        }}
        onPaste={(event: ClipboardEvent) => {
          const files = [...event.clipboardData.files]
          if (files.length > 0) event.preventDefault()
          add(files)
        }}
        className={cx(
          'field-sizing-content max-h-80 min-h-24 w-full resize-none rounded-control bg-ground px-4 py-3 text-base ring-1 ring-inset [overflow-wrap:anywhere] placeholder:text-mute focus-visible:ring-2 focus-visible:outline-none',
          left < 0 ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
        )}
      />
      <p id={`${id}-note`} role="status" className={cx('text-sm empty:hidden', left < 0 || problem ? 'text-amber' : 'text-mute')}>
        {note}
      </p>
      <ChosenPictures pictures={pictures} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <input
          ref={file}
          type="file"
          accept="image/jpeg,image/png"
          multiple
          aria-label={t('reply.picture')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button look="ghost" className="-ml-5" onClick={() => file.current?.click()}>
          <ImagePlus className="size-5" aria-hidden="true" />
          {t('reply.picture')}
        </Button>
        <Button type="submit" look="primary" busy={sending.isPending} aria-disabled={empty || left < 0 || undefined}>
          {action}
        </Button>
      </div>
    </form>
  )
}
