/** What may be uploaded: JPEG and PNG; a profile picture up to 1 MB, everything else up to 10 MB. The server judges the same way. */
export type Purpose = 'profile' | 'picture'

export const MEGABYTES: Record<Purpose, number> = { profile: 1, picture: 10 }

/** The code of what is wrong, if anything. */
export function fileRefusal(purpose: Purpose, file: { name: string; size: number }): string | undefined {
  if (file.size === 0) return 'file_required'
  if (file.size > MEGABYTES[purpose] * 1024 * 1024) return 'file_too_large'
  return /[^/\\]\.(jpe?g|png)$/i.test(file.name) ? undefined : 'file_type_invalid'
}
