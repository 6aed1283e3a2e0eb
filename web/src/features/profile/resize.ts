import type { ProblemCode } from '@/api/generated'
import { BYTES, fileRefusal, type Limits, type Purpose } from '@/rules/file'

const LONGEST = 1280
const QUALITY = 0.5

/** A refused file; its code has a text under `form:codes`. */
export class FileRefused extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}

/**
 * Prepares a picture for upload: at most 1280 px wide, JPEG of quality 0.5, upright, without metadata. The chosen file may have any size; the
 * result keeps the limit of its purpose.
 */
export async function readyPicture(file: File, purpose: Purpose, limits: Limits): Promise<File> {
  const refusal = fileRefusal(limits.picture, file)
  if (refusal) throw new FileRefused(refusal)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new FileRefused('file_type_invalid')
  })
  const scale = Math.min(1, LONGEST / bitmap.width)
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)))
  const context = canvas.getContext('2d')
  if (!context) throw new FileRefused('file_type_invalid')
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  if (blob.size > limits[purpose] * BYTES) throw new FileRefused('file_too_large')
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
}
