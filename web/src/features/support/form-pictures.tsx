import { ImagePlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { supportThreadNewLimits } from '@/api/limits.gen'
import { ChosenPictures } from '@/features/messages/chosen-pictures'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { type ChosenPictures as Chosen, whyNot } from './pictures'

const MOST = supportThreadNewLimits.pictures

interface FormPicturesProps {
  pictures: Chosen
  /** The form was to be sent while they were not uploaded yet. */
  asked: boolean
}

/** Pictures for a form; each is uploaded as soon as it is chosen. */
export function FormPictures({ pictures, asked }: FormPicturesProps) {
  const t = useTexts('support')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [many, setMany] = useState(false)
  const why = asked && whyNot(pictures)
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className="num">
        {t('form.pictures')}
      </p>
      <ChosenPictures pictures={pictures} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        multiple
        aria-label={t('form.pictures')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          setMany(pictures.add([...(event.target.files ?? [])]) > 0)
          event.target.value = ''
        }}
      />
      <Button
        size="sm"
        className="self-start"
        aria-describedby={`${id}-note`}
        disabled={pictures.attached.length >= MOST}
        onClick={() => input.current?.click()}
      >
        <ImagePlus className="size-5" aria-hidden="true" />
        {t('reply.picture')}
      </Button>
      <p id={`${id}-note`} role="status" className={many || why ? 'text-sm text-amber' : 'text-sm text-mute'}>
        {why ? t(`reply.${why}`) : many ? t('reply.mostPictures', { count: MOST }) : t('form.picturesHint')}
      </p>
    </div>
  )
}
