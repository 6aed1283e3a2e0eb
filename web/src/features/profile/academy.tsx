import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { organizationsList } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { useFieldError, useFieldId } from '@/ui/form'
import { LazyCombobox } from '@/ui/lazy-combobox'
import type { ProfileOutput, ProfileValues } from './schema'

/** The option for a school that is not in the list. */
const UNLISTED = 'unlisted'
/** A shorter text is not a name. */
const SHORTEST = 3

/** Finds the user's school or university in the list of the chosen level; one that is not in it is stored as typed. */
export function Academy({ form }: { form: UseFormReturn<ProfileValues, unknown, ProfileOutput> }) {
  const t = useTexts('profile')
  const language = useLanguage()
  const label = t('field.academy')
  const id = useFieldId('academyId', label)
  const error = useFieldError({ form, name: 'academyId' })
  const unlistedError = useFieldError({ form, name: 'academyUnlisted' })
  const { field } = useController({ control: form.control, name: 'academyId' })
  const [level, listed, unlisted] = useWatch({ control: form.control, name: ['educationLevel', 'academyName', 'academyUnlisted'] })
  const name = listed || unlisted
  const ofList = field.value === '' ? null : { value: field.value, label: listed }
  const chosen = unlisted ? { value: UNLISTED, label: unlisted } : ofList
  const [typed, setTyped] = useState(name)
  const query = useDeferredValue(typed === name ? '' : typed)
  const found = useQuery({
    queryKey: ['organizations', language, level, query],
    meta: { public: true },
    queryFn: () => answerOf(organizationsList({ query: { organizationType: level, query, perPage: 30 } })),
    enabled: level !== '',
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  })
  const options = (found.data?.items ?? []).map((item) => ({ value: String(item.id), label: item.name }))
  const own = typed.trim()
  // Below the list: a user who finds their school there takes it.
  const offered = own.length >= SHORTEST && own !== listed && !options.some((option) => option.label === own)
  const settled = !found.isPending && !found.isPlaceholderData && query === typed
  if (offered && settled) options.push({ value: UNLISTED, label: own })
  return (
    <LazyCombobox
      key={level}
      id={id}
      label={label}
      hint={unlisted ? t('field.academyUnlistedHint') : t('field.academyHint')}
      error={error ?? unlistedError}
      value={chosen}
      onBlur={field.onBlur}
      onType={setTyped}
      onChange={(option) => {
        const notListed = option?.value === UNLISTED
        form.setValue('academyName', notListed ? '' : (option?.label ?? ''))
        form.setValue('academyUnlisted', notListed ? option.label : '', { shouldDirty: true })
        field.onChange(notListed ? '' : (option?.value ?? ''))
      }}
      options={options.map((option) => (option.value === UNLISTED ? { ...option, note: t('field.academyUnlisted') } : option))}
      searching={found.isPending || found.isPlaceholderData}
      failed={found.isError}
    />
  )
}
