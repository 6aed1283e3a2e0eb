import type { ComponentProps } from 'react'
import { type Control, type FieldValues, type Path, type UseFormReturn, useController, useFormState } from 'react-hook-form'
import { useTexts } from '@/i18n'
import { SelectField, TextField } from '../field'
import { PasswordField } from '../password-field'
import { useErrorText } from './error-text'
import { useFieldId } from './form'

/** The props of every field of a form. */
export interface FieldOf<In extends FieldValues> {
  // A field does not depend on the output of its form.
  // oxlint-disable-next-line typescript/no-explicit-any
  form: Pick<UseFormReturn<In, unknown, any>, 'register'> & { control: Control<In, unknown, any> }
  name: Path<In>
  label: string
  hint?: string | undefined
  className?: string | undefined
}

export function useFieldError<In extends FieldValues>({ form, name }: Pick<FieldOf<In>, 'form' | 'name'>): string | undefined {
  const { errors } = useFormState({ control: form.control, name })
  return useErrorText()(errors[name])
}

type Native = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder' | 'readOnly' | 'required' | 'lang'
>

/** A line of text with its error. */
export function FormText<In extends FieldValues>({ form, name, label, hint, className, ...native }: FieldOf<In> & Native) {
  const id = useFieldId(name, label)
  const error = useFieldError({ form, name })
  return <TextField {...native} {...form.register(name)} id={id} label={label} hint={hint} error={error} className={className} />
}

/** A password that can be revealed. */
export function FormPassword<In extends FieldValues>({ form, name, label, hint, className, ...native }: FieldOf<In> & Native) {
  const id = useFieldId(name, label)
  const error = useFieldError({ form, name })
  return <PasswordField {...native} {...form.register(name)} id={id} label={label} hint={hint} error={error} className={className} />
}

interface FormSelectProps<In extends FieldValues> extends FieldOf<In> {
  options: ReadonlyArray<{ value: string; label: string; disabled?: boolean }>
  placeholder?: string
  /** Label of a first entry that clears the choice. */
  none?: string
  required?: boolean
  /** Called when the user chooses, not when the form changes the value. */
  onPick?: (value: string) => void
}

/** The platform's own list. */
export function FormSelect<In extends FieldValues>({ form, name, label, options, placeholder, none, ...rest }: FormSelectProps<In>) {
  const t = useTexts('form')
  const id = useFieldId(name, label)
  const error = useFieldError({ form, name })
  const { field } = useController({ control: form.control, name })
  return (
    <SelectField
      id={id}
      label={label}
      value={field.value ?? ''}
      onChange={(value) => {
        field.onChange(value)
        rest.onPick?.(value)
      }}
      onBlur={field.onBlur}
      options={options}
      placeholder={placeholder ?? t('choose')}
      none={none}
      error={error}
      required={rest.required}
      hint={rest.hint}
      className={rest.className}
    />
  )
}
