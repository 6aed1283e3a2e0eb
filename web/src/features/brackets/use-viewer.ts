import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useSession } from '@/api/session'
import { mineQuery } from '@/features/tournaments/queries'
import { useLanguage } from '@/i18n'

/** True in a frame on another site: the viewer counts as signed out there, so that no click can be hijacked into a decision. */
export const Framed = createContext(false)

/** Returns the viewer's entry, and whether they may decide here. */
export function useViewer(tournamentId: number): { mine: number | undefined; runs: boolean } {
  const framed = use(Framed)
  const member = useSession(({ status }) => status === 'member') && !framed
  const { data } = useQuery({ ...mineQuery(tournamentId, useLanguage()), enabled: member })
  if (!member) return { mine: undefined, runs: false }
  return { mine: data?.entry?.id, runs: data?.role === 'promoter' || data?.role === 'co_promoter' }
}
