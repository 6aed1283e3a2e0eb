import * as z from 'zod/mini'
import type { Rule } from '@/rules/text'

/** A field validated by a rule; its output is the rule's value. */
export function ruled(rule: Rule) {
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      const judged = rule(text)
      if (judged.value !== undefined) return judged.value
      context.issues.push({ code: 'custom', message: judged.code, input: text })
      return z.NEVER
    }),
  )
}

/** The same for an optional field: an empty one is undefined. */
export function optional(rule: Rule) {
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      if (text.trim() === '') return undefined
      const judged = rule(text)
      if (judged.value !== undefined) return judged.value === '' ? undefined : judged.value
      context.issues.push({ code: 'custom', message: judged.code, input: text })
      return z.NEVER
    }),
  )
}
