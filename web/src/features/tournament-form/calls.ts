import { queryOptions } from '@tanstack/react-query'
import { esportsListCategories, esportsListDocuments, esportsListGames, tournamentGetForm, tournamentListRun } from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Language } from '@/i18n/language'

const HOUR_MS = 3_600_000

/** A form is fetched each time: another device may have continued it. */
export const formQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ['tournamentForm', id, language],
    queryFn: () => answerOf(tournamentGetForm({ path: { id } })),
    staleTime: 0,
    gcTime: 0,
  })

export const gamesQuery = queryOptions({
  queryKey: ['esportGames'],
  meta: { public: true },
  queryFn: async () => (await answerOf(esportsListGames())).items,
  staleTime: HOUR_MS,
})

export const categoriesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['tournamentCategories', language],
    queryFn: async () => (await answerOf(esportsListCategories())).items,
    staleTime: HOUR_MS,
  })

export const documentsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['tournamentDocuments', language],
    meta: { public: true },
    queryFn: () => answerOf(esportsListDocuments()),
    staleTime: HOUR_MS,
  })

/** The tournaments that the user runs, drafts included. */
export const runQuery = (page: number) =>
  queryOptions({
    queryKey: ['tournamentsRun', page],
    queryFn: () => answerOf(tournamentListRun({ path: { page, perPage: 20 } })),
    staleTime: 0,
  })
