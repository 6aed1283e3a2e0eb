import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { organizations } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { useFieldError, useFieldId } from '@/ui/form'
import { LazyCombobox } from './lazy-combobox'
import type { ProfileOutput, ProfileValues } from './schema'

/** Finds one's school or university in the list of the level that was chosen. */
export function Academy({ form }: { form: UseFormReturn<ProfileValues, unknown, ProfileOutput> }) {
  const t = useTexts('profile')
  const language = useLanguage()
  const label = t('field.academy')
  const id = useFieldId('academyId', label)
  const error = useFieldError({ form, name: 'academyId' })
  const { field } = useController({ control: form.control, name: 'academyId' })
  const [level, name] = useWatch({ control: form.control, name: ['educationLevel', 'academyName'] })
  const chosen = field.value === '' ? null : { value: field.value, label: name }
  const [typed, setTyped] = useState(name)
  const query = useDeferredValue(typed === name ? '' : typed)
  const found = useQuery({
    queryKey: ['organizations', language, level, query],
    queryFn: () => answerOf(organizations({ query: { organizationType: level, query } })),
    enabled: level !== '',
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  })
  return (
    <LazyCombobox
      key={level}
      id={id}
      label={label}
      hint={t('field.academyHint')}
      error={error}
      value={chosen}
      onBlur={field.onBlur}
      onType={setTyped}
      onChange={(option) => {
        form.setValue('academyName', option?.label ?? '')
        field.onChange(option?.value ?? '')
      }}
      options={(found.data?.items ?? []).map((item) => ({ value: String(item.id), label: item.name }))}
      searching={found.isPending || found.isPlaceholderData}
      failed={found.isError}
    />
  )
}
