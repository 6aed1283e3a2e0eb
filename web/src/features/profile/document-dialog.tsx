import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UserDocument, profileViewDocument } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'

/** A document, fetched with the user's own right and never stored: each access is recorded. */
export function DocumentDialog({ document, onClose }: { document: UserDocument | undefined; onClose: () => void }) {
  const common = useTexts('common')
  return (
    <Dialog
      open={document !== undefined}
      onClose={onClose}
      width={700}
      title={document?.fileName}
      actions={<Button onClick={onClose}>{common('action.close')}</Button>}
    >
      {document && <Picture document={document} />}
    </Dialog>
  )
}

function Picture({ document }: { document: UserDocument }) {
  const common = useTexts('common')
  const queries = useQueryClient()
  const picture = useQuery({
    queryKey: ['document', document.id],
    queryFn: async () =>
      URL.createObjectURL((await answerOf(profileViewDocument({ path: { id: document.id }, parseAs: 'blob' }))) as unknown as Blob),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const link = picture.data
  useEffect(() => {
    if (!link) return
    void queries.invalidateQueries({ queryKey: ['profile'] })
    return () => URL.revokeObjectURL(link)
  }, [link, queries])
  if (picture.isError) return <Notice tone="error">{picture.error.message || common('error.network')}</Notice>
  if (!link) return <div className="skeleton h-72" />
  return <img src={link} alt={document.fileName} className="mx-auto max-h-[65dvh] rounded-control object-contain" />
}
