import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type TournamentForm, tournamentUpdate, type TournamentFormState as FormState } from '@/api/generated'
import { type ApiProblem, answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { toast } from '@/ui/toast'
import { formQuery } from './calls'
import type { WizardForm } from './context'
import { Saver, type SaveStatus } from './saver'
import { formOf, valuesOf } from './values'

/** Bytes that browsers accept from a page that is closing. */
const MOST_BYTES = 60_000

/** The page is closing: the last change has to arrive all the same. */
const isLeaving = (form: TournamentForm) => document.visibilityState === 'hidden' && new Blob([JSON.stringify(form)]).size < MOST_BYTES

export interface Saving {
  /** The server's version */
  saved: FormState
  status: SaveStatus
  saver: Saver
  /** Shows another version of it, from this device or another. */
  take: (state: FormState) => void
  /** After a conflict: discards the version that another device has saved. */
  overwrite: () => Promise<void>
  /** Loads the newest version. */
  fetch: () => Promise<FormState>
}

/** Saves a draft while it is typed. A published tournament is saved only on request. */
export function useSaving(form: WizardForm, initial: FormState, onRefused: (problem: ApiProblem) => void): Saving {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const queries = useQueryClient()
  const [saved, setSaved] = useState(initial)
  const [status, setStatus] = useState<SaveStatus>({ kind: 'saved' })
  const [refusal, setRefusal] = useState<ApiProblem>()
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (refusal) refused(refusal)
  }, [refusal])
  const [saver] = useState(
    () =>
      new Saver(initial, {
        read: () => formOf(form.getValues()),
        send: (fields, version) =>
          answerOf(tournamentUpdate({ body: { ...fields, id: initial.id, version }, keepalive: isLeaving(fields) })),
        onStatus: setStatus,
        onSaved: setSaved,
        onRefused: setRefusal,
      }),
  )
  const isDraft = saved.phase === 'draft'
  const fetch = () => queries.fetchQuery(formQuery(initial.id, language))
  const take = (state: FormState) => {
    form.reset(valuesOf(state))
    saver.rebase(state, true)
    setSaved(state)
    setStatus({ kind: 'saved' })
  }
  const overwrite = async () => {
    saver.rebase(await fetch(), false)
    if (isDraft) await saver.flush()
    else setStatus({ kind: 'saved' })
  }
  useEffect(() => {
    if (!isDraft) return
    const stop = form.subscribe({ formState: { values: true }, callback: () => saver.touch() })
    return () => {
      stop()
      void saver.flush()
    }
  }, [form, saver, isDraft])
  // The user returns to this tab: another device may have continued in the meantime.
  const onSeen = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return void (isDraft && saver.flush())
    if (saver.isDirty) return
    const newest = await fetch().catch(() => undefined)
    if (!newest || newest.version <= saver.version || saver.isDirty) return
    take(newest)
    void toast(t('save.refreshed'))
  })
  useEffect(() => {
    const seen = () => void onSeen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])
  return { saved, status, saver, take, overwrite, fetch }
}
