import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matchSource } from '@/features/messages/calls'
import { BlobImage } from '@/features/messages/pictures'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'

interface PictureProps {
  matchId: number
  id: string
  alt: string
  className: string
}

/** A picture for members of the room only: it is fetched with their token. */
export function Picture({ matchId, id, alt, className }: PictureProps) {
  const t = useTexts('matches')
  const { data, error } = useQuery({
    queryKey: ['matchPicture', matchId, id],
    queryFn: () => matchSource(matchId).picture(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  })
  if (error) return <span className="grid size-full place-items-center p-1 text-center text-xs text-mute">{t('picture.failed')}</span>
  return data ? <BlobImage blob={data} alt={alt} className={className} /> : <span aria-hidden="true" className="skeleton block size-full" />
}

interface PictureButtonProps extends Omit<PictureProps, 'className'> {
  /** Shown whole, in its own shape. */
  whole?: { width: number; height: number } | undefined
}

/** A thumbnail that a tap enlarges to the screen. */
export function PictureButton({ matchId, id, alt, whole }: PictureButtonProps) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={t('picture.open', { alt })}
        onClick={() => setOpen(true)}
        style={whole && { aspectRatio: `${whole.width} / ${whole.height}` }}
        className={cx(
          'block w-full overflow-hidden rounded-control bg-ground ring-1 ring-line hover:ring-control',
          whole ? 'max-h-80' : 'h-20',
        )}
      >
        <Picture matchId={matchId} id={id} alt="" className={cx('size-full', whole ? 'object-contain' : 'object-cover')} />
      </button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          width={700}
          title={alt}
          actions={<Button onClick={() => setOpen(false)}>{common('action.close')}</Button>}
        >
          <Picture matchId={matchId} id={id} alt={alt} className="mx-auto max-h-[70dvh] w-auto max-w-full" />
        </Dialog>
      )}
    </>
  )
}
