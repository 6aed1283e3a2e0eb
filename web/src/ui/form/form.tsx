import { zodResolver } from '@hookform/resolvers/zod'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type ApiCode, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Button, type ButtonProps } from '../button'
import { cx } from '../cx'
import { Notice } from '../feedback'
import { ReadHow } from '../read-how'
import { useErrorText } from './error-text'

/** A form of these fields; a field is validated when it is left, and with every key after an error. */
export function useFields<In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  return useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
    // Leaving a field for the button must not move the button away from the finger.
    delayError: 300,
    // The summary takes the focus, not the first field.
    shouldFocusError: false,
  })
}

interface Scope {
  id: string
  labels: Map<string, string>
}

const FormScope = createContext<Scope>({ id: 'form', labels: new Map() })

/** Returns the id of a field within its form, and registers its label for the summary. */
export function useFieldId(name: string, label: string): string {
  const scope = useContext(FormScope)
  useEffect(() => {
    scope.labels.set(name, label)
    return () => {
      scope.labels.delete(name)
    }
  }, [scope, name, label])
  return `${scope.id}-${name}`
}

interface FormProps<In extends FieldValues, Out extends FieldValues> {
  form: UseFormReturn<In, unknown, Out>
  /** Errors that it throws are shown: a refused field at its place, everything else above the form. No input is lost. */
  onSubmit: (values: Out) => Promise<void>
  children: ReactNode
  className?: string
  /** Names the form if it has no heading. */
  label?: string
}

/** A form with a summary of its errors: it takes the focus and links to each field. */
export function Form<In extends FieldValues, Out extends FieldValues>({ form, onSubmit, children, className, label }: FormProps<In, Out>) {
  const id = useId()
  const [scope] = useState<Scope>(() => ({ id, labels: new Map() }))
  const [failures, setFailures] = useState(0)
  const fail = () => setFailures((count) => count + 1)
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (error) {
      showProblem(form, error, scope)
      fail()
    }
  }, fail)
  return (
    <FormScope value={scope}>
      <form
        noValidate
        aria-label={label}
        className={cx('flex flex-col gap-6', className)}
        onSubmit={(event) => {
          // A second press of Enter while the first is being handled.
          if (form.formState.isSubmitting) event.preventDefault()
          else void submit(event)
        }}
      >
        <Summary form={form} scope={scope} failures={failures} />
        {children}
      </form>
    </FormScope>
  )
}

/** Shows a server's refusal: errors at their fields, and the rest as the form's own error. */
function showProblem<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, error: unknown, scope: Scope) {
  const problem = problemOf(error)
  const texts = (problem.body.fieldMessages as Record<string, string> | undefined) ?? {}
  const known = Object.keys(problem.fields).filter((field) => scope.labels.has(field))
  for (const field of known) form.setError(field as Path<In>, { type: problem.fields[field] ?? 'server', message: texts[field] ?? '' })
  if (known.length === 0) form.setError('root.server', { type: problem.code, message: problem.message })
}

function Summary<In extends FieldValues, Out>(props: { form: UseFormReturn<In, unknown, Out>; scope: Scope; failures: number }) {
  const { form, scope, failures } = props
  const t = useTexts('form')
  const common = useTexts('common')
  const textOf = useErrorText()
  const { errors } = useFormState({ control: form.control })
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures > 0) ref.current?.focus()
  }, [failures])
  if (failures === 0) return null
  const wrong = [...scope.labels].filter(([name]) => errors[name] !== undefined)
  const server = (errors.root as Record<string, { type?: string; message?: string }> | undefined)?.server
  // A hidden field cannot be linked to; the summary still says why nothing was sent.
  const unseen = Object.keys(errors).filter((name) => name !== 'root' && !scope.labels.has(name))
  if (wrong.length === 0 && unseen.length === 0 && !server) return null
  return (
    <div ref={ref} tabIndex={-1} className="rounded-panel">
      <Notice tone="error">
        {server ? (
          <>
            <p>{server.type === 'network' ? common('error.network') : server.message || common('error.generic')}</p>
            {server.type && <ReadHow code={server.type as ApiCode} />}
          </>
        ) : (
          <>
            <p className="num">{t('summary')}</p>
            <ul className="mt-2 flex flex-col gap-1">
              {wrong.map(([name, label]) => (
                <li key={name}>
                  <a
                    href={`#${scope.id}-${name}`}
                    className="inline-flex min-h-8 items-center underline underline-offset-4 hover:text-red"
                    onClick={(event) => {
                      event.preventDefault()
                      const field = document.getElementById(`${scope.id}-${name}`)
                      // It may be in a folded part of the form.
                      field?.closest('details')?.setAttribute('open', '')
                      field?.focus()
                    }}
                  >
                    {label}: {textOf(errors[name])}
                  </a>
                </li>
              ))}
              {unseen.map((name) => (
                <li key={name}>{textOf(errors[name])}</li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  )
}

/** The form's main button; shows that the form is being sent. */
export function SubmitButton<In extends FieldValues, Out>({
  form,
  ...button
}: Omit<ButtonProps, 'form'> & { form: UseFormReturn<In, unknown, Out> }) {
  const { isSubmitting } = useFormState({ control: form.control })
  return <Button look="primary" {...button} type="submit" busy={isSubmitting} />
}
