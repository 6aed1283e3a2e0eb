import { RotateCcw, X } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useErrorText } from '@/ui/form'
import { ProgressBar } from '@/ui/progress-bar'
import { BlobImage } from './pictures'
import type { Attached, usePictures } from './use-pictures'

/** The pictures of a message that is being written, with their progress; nothing if there are none. */
export function ChosenPictures({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  if (pictures.attached.length === 0) return null
  return (
    <ul className="flex gap-2 overflow-x-auto py-1">
      {pictures.attached.map((each) => (
        <ChosenPicture key={each.key} picture={each} onRemove={() => pictures.remove(each.key)} onAgain={() => pictures.again(each)} />
      ))}
    </ul>
  )
}

function ChosenPicture({ picture, onRemove, onAgain }: { picture: Attached; onRemove: () => void; onAgain: () => void }) {
  const t = useTexts('messages')
  const form = useTexts('common')
  const errorText = useErrorText()
  const { name } = picture.file
  const { error } = picture
  return (
    <li className="w-24 flex-none">
      <div className="relative">
        <BlobImage blob={picture.file} alt={name} className="h-20 w-24 rounded-control object-cover" />
        <span className="absolute top-0 right-0 rounded-control bg-ink/80">
          <Small label={t('write.removePicture', { name })} onPress={onRemove} />
        </span>
        {error && !error.code && (
          <button
            type="button"
            aria-label={t('write.retryPicture', { name })}
            onClick={onAgain}
            className="absolute bottom-0 left-0 grid size-11 place-items-center rounded-control bg-ink/80 text-amber"
          >
            <RotateCcw className="size-4" aria-hidden="true" />
          </button>
        )}
      </div>
      {picture.waits && <p className="text-xs text-amber">{t('write.pictureAway')}</p>}
      {!picture.done && !picture.waits && !error && <ProgressBar value={picture.share} of={1} label={t('write.uploading', { name })} />}
      {error && (
        <p role="alert" className="text-xs break-words text-red">
          {error.message ?? (error.code ? errorText({ type: error.code }) : form('error.network'))}
        </p>
      )}
    </li>
  )
}

/** A button with an X. */
export function Small({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-11 flex-none place-items-center text-mute hover:text-text"
    >
      <X className="size-4" aria-hidden="true" />
    </button>
  )
}
