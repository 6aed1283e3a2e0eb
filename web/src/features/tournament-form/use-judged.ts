import { useEffect } from 'react'
import { wrongFields } from './check'
import type { WizardForm } from './context'
import type { Field } from './values'

const AFTER_TYPING_MS = 400
/** Fields that are checked only once left: a name is too short at first. */
const WHEN_LEFT: readonly Field[] = ['nameTh', 'nameEn']

/** Shows errors at their fields as they arise, and removes them once they are fixed. */
export function useJudged(form: WizardForm): void {
  useEffect(() => {
    const ours = new Set<Field>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const judge = () => {
      const wrong = wrongFields(form.getValues())
      for (const field of ours) {
        if (wrong[field]) continue
        ours.delete(field)
        form.clearErrors(field)
      }
      for (const [name, type] of Object.entries(wrong)) {
        const field = name as Field
        if (WHEN_LEFT.includes(field) && !ours.has(field) && !form.getFieldState(field).isTouched) continue
        ours.add(field)
        form.setError(field, { type, message: '' })
      }
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(judge, AFTER_TYPING_MS)
    }
    judge()
    const stop = form.subscribe({ formState: { values: true, touchedFields: true }, callback: later })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form])
}
