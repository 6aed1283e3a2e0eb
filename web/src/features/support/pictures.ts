import { supportViewPicture } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { PictureSource } from '@/features/messages/pictures'
import { type Progress, uploadPicture } from '@/features/messages/upload'
import type { usePictures } from '@/features/messages/use-pictures'

/** Uploads a picture for a message to our team, or of staff. */
export const uploads = { upload: (file: File, onProgress: Progress) => uploadPicture('/api/support/upload-picture', file, onProgress) }

/** The pictures of a thread. */
export const picturesOf = (threadId: number): PictureSource => ({
  key: `support-${threadId}`,
  // A file is bytes, whatever the API's description calls its type.
  picture: (pictureId) => answerOf(supportViewPicture({ path: { threadId, pictureId }, parseAs: 'blob' })) as unknown as Promise<Blob>,
})

export type ChosenPictures = ReturnType<typeof usePictures>

/** Returns why a message cannot be sent with these pictures yet. */
export function whyNot({ done, away, attached }: ChosenPictures): 'away' | 'failed' | 'wait' | undefined {
  if (done) return undefined
  if (away) return 'away'
  return attached.some(({ error }) => error) ? 'failed' : 'wait'
}
