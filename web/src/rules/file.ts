import type { ProblemCode } from '@/api/generated'

/** The accepted uploads: JPEG and PNG, a user's own picture or any other. The server judges the same way. */
export type Purpose = 'profile' | 'picture'

/** Largest size of each, in megabytes. */
export type Limits = Record<Purpose, number>

/** Defaults until the shop has sent its own. */
export const USUAL: Limits = { profile: 1, picture: 10 }

export const BYTES = 1024 * 1024

/** Returns the code of the fault, if any. */
export function fileRefusal(megabytes: number, file: { name: string; size: number }): ProblemCode | undefined {
  if (file.size === 0) return 'file_required'
  if (file.size > megabytes * BYTES) return 'file_too_large'
  return /[^/\\]\.(jpe?g|png)$/i.test(file.name) ? undefined : 'file_type_invalid'
}
