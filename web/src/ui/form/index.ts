/** The parts of every form: react-hook-form and zod/mini behind fields that show their errors in place. */
export { FormArea } from './area'
export { FormDate } from './date'
export { FormDateTime } from './date-time'
export { useErrorText } from './error-text'
export { FormPassword, FormSelect, FormText, useFieldError } from './fields'
export { Form, SubmitButton, useFieldId, useFields } from './form'
export { optional, ruled } from './rule'
