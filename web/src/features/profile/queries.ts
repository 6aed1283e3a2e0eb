import { queryOptions } from '@tanstack/react-query'
import { profileGet } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Language } from '@/i18n/language'

/** Cached by language: it contains the academy's name. */
export const profileQuery = (language: Language) =>
  queryOptions({ queryKey: ['profile', language], queryFn: () => answerOf(profileGet()), staleTime: 30_000 })
