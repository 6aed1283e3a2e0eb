import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useController } from 'react-hook-form'
import { esportsListAvailableOrganizations, type FormCategory } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useContent, useTexts } from '@/i18n'
import { ChoiceCard } from '@/ui/choice'
import { useFieldError } from '@/ui/form'
import { LazyCombobox } from '@/ui/lazy-combobox'
import { useWizard } from './context'
import { Wrong } from './parts'

const ONE = 'one'

/** The scope of a tournament: everyone of the category, the user's own school, or, if allowed, another organization. */
export function Organization({ category }: { category: FormCategory }) {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'organizationId' })
  const error = useFieldError({ form, name: 'organizationId' })
  const named = category.scopes.some(({ organizationId }) => (organizationId ?? 0) === field.value)
  const [searching, setSearching] = useState(!named)
  const choices = [
    ...category.scopes.map(({ organizationId, label }) => ({ value: String(organizationId ?? 0), label })),
    ...(category.choose ? [{ value: ONE, label: t('who.oneOrganization') }] : []),
  ]
  const value = searching ? ONE : String(field.value)
  if (choices.length < 2) return null
  return (
    <div className="flex flex-col gap-3">
      <div
        id="form-organizationId"
        tabIndex={-1}
        role="radiogroup"
        aria-label={t('field.organizationId')}
        className="grid gap-3 outline-none sm:grid-cols-2"
      >
        {choices.map((choice) => (
          <ChoiceCard
            key={choice.value}
            name="organizationId"
            value={choice.value}
            checked={choice.value === value}
            onChange={() => {
              setSearching(choice.value === ONE)
              field.onChange(choice.value === ONE ? 0 : Number(choice.value))
            }}
            ring
          >
            <span>{choice.label}</span>
          </ChoiceCard>
        ))}
      </div>
      {searching && category.choose && <Search category={category} />}
      <Wrong>{error}</Wrong>
    </div>
  )
}

function Search({ category }: { category: FormCategory }) {
  const t = useTexts('tournamentForm')
  const content = useContent()
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name: 'organizationId' })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(
    field.value === 0 ? null : { value: String(field.value), label: t('who.organizationNumber', { id: field.value }) },
  )
  const query = useDeferredValue(typed === chosen?.label ? '' : typed)
  const found = useQuery({
    queryKey: ['availableOrganizations', category.code, query],
    queryFn: () => answerOf(esportsListAvailableOrganizations({ body: { category: category.code, query, page: 1, perPage: 30 } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const options = (found.data?.items ?? []).map((item) => ({ value: String(item.id), label: content(item.name) }))
  // After a reload only the number is known; the name comes with the list.
  const shown = options.find(({ value }) => value === chosen?.value) ?? chosen
  return (
    <LazyCombobox
      id="form-organization"
      label={t('field.organizationId')}
      hint={t('who.organizationHint')}
      value={shown}
      onType={setTyped}
      onChange={(option) => {
        setChosen(option)
        field.onChange(Number(option?.value ?? 0))
      }}
      options={options}
      searching={found.isPending || found.isPlaceholderData}
      failed={found.isError}
    />
  )
}
