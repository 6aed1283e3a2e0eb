import { ImagePlus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { messageNewLimits } from '@/api/limits.gen'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/cx'
import type { Source } from './calls'
import { ChosenPictures, Small } from './chosen-pictures'
import { useDraft } from './draft'
import { ReplyLine } from './message'
import type { Outgoing } from './types'
import { usePictures } from './use-pictures'

const NEAR = 100

interface ComposerProps {
  source: Source
  replyTo: Outgoing['replyTo']
  onReplyEnd: () => void
  /** Returns false if it cannot be taken now. */
  onSend: (message: Outgoing) => boolean
  onTyping: () => void
}

/** The field for writing. Its text outlives a reload; Enter sends if there is a keyboard. */
export function Composer({ source, replyTo, onReplyEnd, onSend, onTyping }: ComposerProps) {
  const t = useTexts('messages')
  const id = useId()
  const [text, setText] = useDraft(source.key)
  const [problem, setProblem] = useState('')
  // The user has sent it, and its pictures are still uploading.
  const [waits, setWaits] = useState(false)
  const pictures = usePictures(source)
  const field = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const left = messageNewLimits.text - [...text.trim().normalize('NFC')].length
  const empty = text.trim() === '' && pictures.attached.length === 0
  const add = (files: readonly File[]) => {
    if (files.length > 0) setProblem(pictures.add(files) > 0 ? t('write.mostPictures', { count: messageNewLimits.pictures }) : '')
  }
  const send = () => {
    field.current?.focus()
    if (empty || left < 0) return
    if (!pictures.done) {
      const failed = pictures.attached.some(({ error }) => error)
      setWaits(!failed)
      return setProblem(t(failed ? 'write.pictureFailed' : 'write.picturesWait'))
    }
    const done = pictures.attached.flatMap(({ done }) => (done ? [done] : []))
    const taken = onSend({ clientId: crypto.randomUUID(), text: text.trim(), pictures: done, ...(replyTo && { replyTo }) })
    if (!taken) return setProblem(t('full'))
    setText('')
    setProblem('')
    setWaits(false)
    pictures.clear()
    onReplyEnd()
  }
  const ready = useEffectEvent(() => {
    if (waits) send()
  })
  useEffect(() => {
    if (!pictures.done) return
    const soon = setTimeout(() => ready())
    return () => clearTimeout(soon)
  }, [pictures.done])
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }
  const away = waits && pictures.away ? t('write.picturesAway') : ''
  const note = left < 0 ? t('write.tooLong', { count: -left }) : away || problem || (left < NEAR ? t('write.left', { count: left }) : '')
  return (
    <form
      className="action-bar flex flex-col gap-2 border-t border-line bg-ink py-2 md:py-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {replyTo && (
        <ReplyLine
          name={replyTo.name}
          text={replyTo.text}
          label={t('write.replyTo', { name: replyTo.name })}
          onEnd={<Small label={t('write.noReply')} onPress={onReplyEnd} />}
        />
      )}
      <ChosenPictures pictures={pictures} />
      <div className="flex items-end gap-2">
        <input
          ref={file}
          type="file"
          accept="image/jpeg,image/png"
          multiple
          aria-label={t('write.picture')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <button
          type="button"
          aria-label={t('write.picture')}
          onClick={() => file.current?.click()}
          className="grid size-12 flex-none place-items-center rounded-control text-mute hover:bg-raise hover:text-text"
        >
          <ImagePlus className="size-5" aria-hidden="true" />
        </button>
        <textarea
          ref={field}
          id={id}
          rows={1}
          dir="auto"
          value={text}
          aria-label={t('write.label')}
          placeholder={t('write.label')}
          aria-invalid={left < 0 || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          enterKeyHint="enter"
          onKeyDown={pressed}
          onChange={(event) => {
            setText(event.target.value)
            setProblem('')
            setWaits(false)
            if (event.target.value.trim()) onTyping()
          }}
          onPaste={(event: ClipboardEvent) => {
            const files = [...event.clipboardData.files]
            if (files.length > 0) event.preventDefault()
            add(files)
          }}
          className={cx(
            'field-sizing-content max-h-40 min-h-12 min-w-0 flex-1 resize-none rounded-control bg-ground px-3.5 py-2.5 text-base [overflow-wrap:anywhere] ring-1 ring-inset placeholder:text-mute focus-visible:outline-none focus-visible:ring-2',
            left < 0 ? 'ring-red focus-visible:ring-red' : 'ring-control focus-visible:ring-lime',
          )}
        />
        <button type="submit" className={cx(buttonClass('plain'), 'flex-none')} aria-disabled={empty || left < 0 || undefined}>
          {t('write.send')}
        </button>
      </div>
      <p id={`${id}-note`} role="status" className={cx('text-sm empty:hidden', left < 0 || problem ? 'text-amber' : 'text-mute')}>
        {note}
      </p>
    </form>
  )
}
