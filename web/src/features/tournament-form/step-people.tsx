import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { esportsSearchStaff, type Person } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { useFieldError } from '@/ui/form'
import { useProblemText } from '@/ui/query-error'
import { useWizard } from './context'
import { Heading, Part, Wrong } from './parts'
import type { StaffValues } from './values'

const ROLES = [
  { name: 'coPromoters', most: 10 },
  { name: 'assistants', most: 20 },
] as const
type RoleField = (typeof ROLES)[number]['name']
const SHORTEST = 3

export function PeopleStep() {
  const t = useTexts('tournamentForm')
  return (
    <>
      <Heading aside={t('optional')}>{t('step.people')}</Heading>
      <p className="-mt-4 text-mute">{t('people.intro')}</p>
      <Search />
      {ROLES.map(({ name, most }) => (
        <People key={name} name={name} most={most} />
      ))}
    </>
  )
}

function People({ name, most }: { name: RoleField; most: number }) {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { field } = useController({ control: form.control, name })
  const error = useFieldError({ form, name })
  return (
    <Part
      title={t('people.count', { role: t(`field.${name}`), count: field.value.length, most })}
      hint={t(`people.${name}May`)}
      of={[name]}
    >
      <div id={`form-${name}`} tabIndex={-1} className="outline-none">
        {field.value.length === 0 ? (
          <p className="rounded-control border border-dashed border-line px-4 py-4 text-center text-mute">{t('people.none')}</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {field.value.map((person) => (
              <li key={person.userId} className="flex min-h-14 items-center gap-3 py-2">
                <Avatar name={person.displayName} picture={person.picture} />
                <span className="min-w-0 flex-1">{person.displayName}</span>
                <button
                  type="button"
                  aria-label={t('people.removeOf', { name: person.displayName })}
                  className="grid size-11 place-items-center rounded-control text-mute hover:bg-raise hover:text-text"
                  onClick={() => field.onChange(field.value.filter(({ userId }) => userId !== person.userId))}
                >
                  <X className="size-5" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Wrong>{error}</Wrong>
    </Part>
  )
}

function Search() {
  const t = useTexts('tournamentForm')
  const problemText = useProblemText()
  const { form, saved } = useWizard()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const asked = query.length >= SHORTEST
  const found = useQuery({
    queryKey: ['tournamentStaffSearch', saved.id, query],
    queryFn: () => answerOf(esportsSearchStaff({ body: { query, tournamentId: saved.id } })),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const [coPromoters, assistants] = useWatch({ control: form.control, name: ['coPromoters', 'assistants'] })
  const taken = new Set([...coPromoters, ...assistants].map(({ userId }) => userId))
  const people = asked ? (found.data?.items ?? []).filter(({ userId }) => !taken.has(userId)) : []
  const note = !asked
    ? t('people.searchHint')
    : found.isError
      ? problemText(problemOf(found.error))
      : found.isFetching && people.length === 0
        ? t('people.searching')
        : people.length === 0
          ? t('people.notFound')
          : t('people.found', { count: people.length })
  return (
    <div className="flex flex-col gap-3">
      <TextField
        type="search"
        label={t('people.search')}
        placeholder={t('people.searchExample')}
        value={typed}
        autoComplete="off"
        maxLength={50}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="text-sm text-mute">
        {note}
      </p>
      {people.length > 0 && (
        <ul className="divide-y divide-line rounded-panel border border-line bg-panel px-4">
          {people.map((person) => (
            <Candidate key={person.userId} person={person} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Candidate({ person }: { person: Person }) {
  const t = useTexts('tournamentForm')
  const { form, isLocked } = useWizard()
  const { userId, displayName, picture } = person
  const add = (name: RoleField) => {
    const chosen: StaffValues[] = form.getValues(name)
    form.setValue(name, [...chosen, { userId, displayName, picture }], { shouldDirty: true, shouldTouch: true })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <Avatar name={displayName} picture={picture} />
      <span className="min-w-24 flex-1">{displayName}</span>
      <span className="flex gap-2">
        {ROLES.map(({ name, most }) => (
          <Button
            key={name}
            size="sm"
            aria-label={t('people.addAs', { name: displayName, role: t(`field.${name}`) })}
            disabled={isLocked(name) || form.getValues(name).length >= most}
            onClick={() => add(name)}
          >
            <UserPlus className="size-4" aria-hidden="true" />
            {t(`field.${name}`)}
          </Button>
        ))}
      </span>
    </li>
  )
}
