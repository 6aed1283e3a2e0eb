import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import type { Source } from './calls'
import type { MessagePicture } from '@/api/generated'

const KEPT_MS = 120_000

/** Where pictures come from. */
export type PictureSource = Pick<Source, 'key' | 'picture'>

/** A picture for members of the thread only: it is fetched with the reader's token. */
function Picture({ source, id, alt, className }: { source: PictureSource; id: string; alt: string; className: string }) {
  const t = useTexts('messages')
  const { data, error, refetch } = useQuery({
    queryKey: ['messagePicture', source.key, id],
    queryFn: () => source.picture(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
  useEffect(() => {
    if (!error) return
    const again = () => void refetch()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [error, refetch])
  if (error) return <span className="grid size-full place-items-center p-1 text-center text-xs text-mute">{t('picture.failed')}</span>
  return data ? (
    <BlobImage blob={data} alt={alt} className={className} />
  ) : (
    <span aria-hidden="true" className="skeleton block size-full rounded-none!" />
  )
}

/** A picture in this page's memory; its address lives as long as it is shown. */
export function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img ref={show} alt={alt} className={className} />
}

interface PicturesProps {
  source: PictureSource
  pictures: readonly MessagePicture[]
  /** The sender. */
  name: string
}

/** Thumbnails in their own shape; a tap enlarges one to the screen. */
export function Pictures({ source, pictures, name }: PicturesProps) {
  const t = useTexts('messages')
  const [open, setOpen] = useState<number>()
  const [only] = pictures
  return (
    <>
      <ul className={cx('grid gap-1.5', pictures.length > 1 ? 'w-64 max-w-full grid-cols-2' : 'w-56 max-w-full')}>
        {pictures.map(({ id }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={t('picture.open', { number: index + 1, name })}
              onClick={() => setOpen(index)}
              style={{ aspectRatio: pictures.length === 1 && only ? shapeOf(only) : 1 }}
              className="block w-full overflow-hidden rounded-control bg-ground ring-1 ring-line hover:ring-control"
            >
              <Picture source={source} id={id} alt="" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && <Lightbox source={source} pictures={pictures} name={name} at={open} onAt={setOpen} />}
    </>
  )
}

/** Limits extreme shapes. */
const shapeOf = ({ width, height }: MessagePicture) => Math.min(2, Math.max(0.75, width / Math.max(1, height)))

function Lightbox({ source, pictures, name, at, onAt }: PicturesProps & { at: number; onAt: (at: number | undefined) => void }) {
  const t = useTexts('messages')
  const common = useTexts('common')
  const picture = pictures[at]
  const go = (by: number) => onAt((at + by + pictures.length) % pictures.length)
  if (!picture) return null
  const alt = t('picture.alt', { number: at + 1, name })
  return (
    <Dialog
      open
      width={700}
      onClose={() => onAt(undefined)}
      title={<bdi>{name}</bdi>}
      actions={
        <>
          {pictures.length > 1 && (
            <>
              <Button aria-label={t('picture.previous')} onClick={() => go(-1)}>
                <ChevronLeft className="size-5" aria-hidden="true" />
              </Button>
              <p aria-live="polite" className="num self-center text-mute">
                {at + 1}/{pictures.length}
              </p>
              <Button aria-label={t('picture.next')} onClick={() => go(1)}>
                <ChevronRight className="size-5" aria-hidden="true" />
              </Button>
            </>
          )}
          <Button onClick={() => onAt(undefined)}>{common('action.close')}</Button>
        </>
      }
    >
      {/* The arrow keys are a convenience beside the buttons. */}
      <div
        role="presentation"
        onKeyDown={({ key }) => pictures.length > 1 && (key === 'ArrowLeft' ? go(-1) : key === 'ArrowRight' && go(1))}
        className="grid min-h-48 place-items-center"
      >
        <Picture source={source} id={picture.id} alt={alt} className="max-h-[68dvh] max-w-full object-contain" />
      </div>
    </Dialog>
  )
}
