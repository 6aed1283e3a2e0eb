import { hasText, useTexts } from '@/i18n'
import type texts from '@/i18n/th/form'

type Code = `codes.${keyof (typeof texts)['codes']}`

/**
 * Returns the text of a field's error in the page's language. An error is a code (of a rule, or of the server), else a text of its own.
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
