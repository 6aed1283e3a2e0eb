import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { filesUploadPicture } from '@/api/generated'
import { answerOf, type ApiCode, ApiProblem } from '@/api/problem'
import { useTexts } from '@/i18n'
import { fileRefusal, USUAL } from '@/rules/file'
import { Button } from './button'
import type { Size } from './crop-area'
import { cx } from './cx'
import { useErrorText } from './form/error-text'
import { useProblemText } from './query-error'
import { part } from './load'

const CropDialog = part(async () => ({ default: (await import('./crop')).CropDialog }))

interface PictureFieldProps {
  id?: string
  label: string
  hint?: string
  /** The picture's link; empty for none. */
  value: string
  onChange: (link: string) => void
  dir: 'team' | 'tournament'
  size: Size
  /** Error of the field itself; a refusal of the picture takes precedence. */
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  megabytes?: number
}

type Refused = { type: ApiCode; message: string }

/** A public picture of a fixed shape: chosen, cropped, uploaded. Its value is its link. */
export function PictureField({
  label,
  hint,
  value,
  onChange,
  dir,
  size,
  disabled = false,
  megabytes = USUAL.picture,
  ...rest
}: PictureFieldProps) {
  const t = useTexts('form')
  const problemText = useProblemText()
  const textOf = useErrorText()
  const made = useId()
  const id = rest.id ?? made
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [refused, setRefused] = useState<Refused>()
  const open = async (file: File) => {
    setRefused(undefined)
    const refusal = fileRefusal(megabytes, file)
    if (refusal) return setRefused({ type: refusal, message: '' })
    const read = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
    if (read) setPicture(read)
    else setRefused({ type: 'file_type_invalid', message: '' })
  }
  const sending = useMutation({
    mutationFn: (cut: Blob) => {
      const file = new File([cut], 'picture.jpg', { type: 'image/jpeg' })
      return answerOf(filesUploadPicture({ path: { dir }, body: { file_content: file, file_name: file.name } }))
    },
    onSuccess: ({ data }) => {
      setRefused(undefined)
      onChange(data)
    },
    onError: (error) => {
      const problem = error instanceof ApiProblem ? error : ApiProblem.offline()
      setRefused({ type: problem.code, message: problemText(problem) })
    },
    onSettled: () => setPicture(undefined),
  })
  const error = refused ? textOf(refused) : rest.error
  const act = t(sending.isPending ? 'picture.working' : value ? 'picture.change' : 'picture.choose')
  const look = 'block w-full rounded-control object-cover'
  return (
    <div>
      <p className="num mb-1.5">
        {label}
        {rest.required && (
          <span className="text-lime" aria-hidden="true">
            {' *'}
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <div style={{ aspectRatio: size.width / size.height }} className={size.width > size.height ? 'w-56 max-w-full' : 'w-24'}>
          {value ? (
            <img src={value} alt={label} width={size.width} height={size.height} className={cx(look, 'size-full ring-1 ring-line')} />
          ) : (
            <div aria-hidden="true" className={cx(look, 'grid size-full place-items-center border border-dashed border-control bg-ground')}>
              <span className="num text-xs text-mute">
                {size.width}×{size.height}
              </span>
            </div>
          )}
        </div>
        <div className="flex min-w-48 flex-1 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              id={id}
              size="sm"
              disabled={disabled}
              busy={sending.isPending}
              aria-label={`${label}: ${act}`}
              aria-describedby={`${id}-note`}
              onClick={() => input.current?.click()}
            >
              {act}
            </Button>
            {value && !sending.isPending && !disabled && (
              <Button size="sm" look="ghost" aria-label={`${label}: ${t('picture.remove')}`} onClick={() => onChange('')}>
                {t('picture.remove')}
              </Button>
            )}
          </div>
          <p id={`${id}-note`} role={error ? 'alert' : undefined} className={cx('text-sm', error ? 'text-red' : 'text-mute')}>
            {error ?? hint ?? t('picture.hint', { ...size, megabytes })}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png"
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) void open(chosen)
          }}
        />
      </div>
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            size={size}
            title={label}
            busy={sending.isPending}
            onDone={(cut) => sending.mutate(cut)}
            onCancel={() => setPicture(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
