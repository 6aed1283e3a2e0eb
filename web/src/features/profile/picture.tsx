import { useMutation } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { filesUploadPicture } from '@/api/generated'
import { answerOf, type ApiCode, ApiProblem } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useFieldError, useFieldId } from '@/ui/form'
import { useUploadLimits } from './limits'
import { FileRefused, readyPicture } from './resize'
import type { ProfileOutput, ProfileValues } from './schema'

/** The user's public picture. It is uploaded when chosen, and becomes the user's when the form is saved. */
export function PictureField({ form }: { form: UseFormReturn<ProfileValues, unknown, ProfileOutput> }) {
  const t = useTexts('profile')
  const common = useTexts('common')
  const label = t('picture.label')
  const id = useFieldId('picture', label)
  const error = useFieldError({ form, name: 'picture' })
  const input = useRef<HTMLInputElement>(null)
  const picture = useWatch({ control: form.control, name: 'picture' })
  const limits = useUploadLimits()
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await readyPicture(chosen, 'profile', limits)
      const body = { file_content: file, file_name: file.name }
      return answerOf(filesUploadPicture({ path: { dir: 'profile' }, body }))
    },
    onSuccess: ({ data }) => {
      form.clearErrors('picture')
      form.setValue('picture', data, { shouldDirty: true })
    },
    onError: (refused) => {
      const type: ApiCode = refused instanceof FileRefused || refused instanceof ApiProblem ? refused.code : 'field_invalid'
      const message =
        refused instanceof ApiProblem ? refused.message || common(refused.status === 0 ? 'error.network' : 'error.generic') : ''
      form.setError('picture', { type, message })
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-5">
      {picture ? (
        <img src={picture} alt={label} width="96" height="96" className="size-24 rounded-panel object-cover ring-1 ring-line" />
      ) : (
        <div aria-hidden="true" className="grid size-24 place-items-center rounded-panel bg-raise text-mute">
          <UserRound className="size-10" />
        </div>
      )}
      <div className="flex min-w-56 flex-1 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button id={id} size="sm" busy={sending.isPending} aria-describedby={`${id}-note`} onClick={() => input.current?.click()}>
            {sending.isPending ? t('picture.working') : picture ? t('picture.change') : t('picture.choose')}
          </Button>
          {picture && !sending.isPending && (
            <Button size="sm" look="ghost" onClick={() => form.setValue('picture', '', { shouldDirty: true })}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={error ? 'text-sm text-red' : 'text-sm text-mute'}>
          {error ?? t('picture.hint')}
        </p>
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
            if (chosen) sending.mutate(chosen)
          }}
        />
      </div>
    </div>
  )
}
