import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { problemOf } from '@/api/problem'
import { AccountPage } from '../frames/account'
import { LoginGate } from '@/features/login-gate/login-gate'
import { useLanguage, useTexts } from '@/i18n'
import { QueryError } from '@/ui/query-error'
import { formQuery, gamesQuery } from '@/features/tournament-form/calls'
import { RunList } from '@/features/tournament-form/run-list'
import { STEPS } from '@/features/tournament-form/values'
import { Wizard } from '@/features/tournament-form/wizard'

/** The user's tournaments: the list, or the form of one. */
export function FormTournamentPage() {
  const t = useTexts('tournamentForm')
  const { id } = useSearch({ from: '/account/form-tournament' })
  const [first] = useState(id)
  if (id === undefined) {
    return (
      <AccountPage heading={t('list.heading')}>
        <RunList />
      </AccountPage>
    )
  }
  return (
    <LoginGate heading={t('heading')}>
      <OneForm key={id} id={id} begun={id !== first} />
    </LoginGate>
  )
}

function OneForm({ id, begun }: { id: number; begun: boolean }) {
  const t = useTexts('tournamentForm')
  const search = useSearch({ from: '/account/form-tournament' })
  const form = useQuery(formQuery(id, useLanguage()))
  const games = useQuery(gamesQuery)
  // After a language switch it is fetched again; input in progress stays.
  const [first, setFirst] = useState(form.data)
  if (form.data && !first) setFirst(form.data)
  const failed = (!first && form.error) || (!games.data && games.error)
  if (failed) {
    return (
      <QueryError
        page
        problem={problemOf(failed)}
        onRetry={() => {
          void form.refetch()
          void games.refetch()
        }}
      />
    )
  }
  if (!first || !games.data) {
    return (
      <>
        <h1 className="sr-only">{t('heading')}</h1>
        <div aria-hidden="true" className="grid gap-8 md:grid-cols-[190px_minmax(0,1fr)_320px]">
          <div className="skeleton h-96 max-md:h-12" />
          <div className="flex flex-col gap-6">
            <div className="skeleton h-10 w-56" />
            <div className="skeleton h-28" />
            <div className="skeleton h-64" />
          </div>
          <div className="skeleton h-96 max-md:hidden" />
        </div>
      </>
    )
  }
  const step = STEPS.find((known) => known === search.step) ?? 'basics'
  return <Wizard initial={first} games={games.data} step={step} begun={begun} />
}
