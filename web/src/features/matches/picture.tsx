import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matchSource } from '@/features/messages/calls'
import { BlobImage } from '@/features/messages/pictures'
import { useTexts } from '@/i18n'
import { Dialog } from '@/ui/dialog'

interface PictureProps {
  matchId: number
  id: string
  alt: string
  className: string
}

/** A picture that only those in the room may see: it is fetched in their name. */
function Picture({ matchId, id, alt, className }: PictureProps) {
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

/** Small, and as large as the screen on a tap. */
export function PictureButton({ matchId, id, alt }: Omit<PictureProps, 'className'>) {
  const t = useTexts('matches')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={t('picture.open', { alt })}
        onClick={() => setOpen(true)}
        className="block h-20 w-full overflow-hidden rounded-control bg-ground ring-1 ring-line hover:ring-control"
      >
        <Picture matchId={matchId} id={id} alt="" className="size-full object-cover" />
      </button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} width={700} title={alt}>
          <Picture matchId={matchId} id={id} alt={alt} className="mx-auto max-h-[70dvh] w-auto max-w-full" />
        </Dialog>
      )}
    </>
  )
}
