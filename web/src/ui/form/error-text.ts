import { hasText, useTexts } from '@/i18n'
import type texts from '@/i18n/th/form'

type Code = `codes.${keyof (typeof texts)['codes']}`

/**
 * The text of a field's error in the language of the page. An error is a code of ours (of a rule, or of the server), else it brings
 * its own text.
 */
export function useErrorText(): (error: unknown) => string | undefined {
  const t = useTexts('form')
  return (error) => {
    if (typeof error !== 'object' || error === null) return undefined
    const { type, message } = error as { type?: unknown; message?: unknown }
    for (const code of [message, type]) {
      if (typeof code === 'string' && hasText('form', `codes.${code}`)) return t(`codes.${code}` as Code)
    }
    return typeof message === 'string' && message !== '' ? message : t('codes.field_invalid')
  }
}
