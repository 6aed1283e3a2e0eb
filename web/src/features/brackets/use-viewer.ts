import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useSession } from '@/api/session'
import { mineQuery } from '@/features/tournaments/queries'
import { useLanguage } from '@/i18n'

/** A page in somebody else's frame: whoever looks is nobody there, so that no click can be lured into deciding something. */
export const Framed = createContext(false)

/** Returns the viewer's entry, and whether they decide here. */
export function useViewer(tournamentId: number): { mine: number | undefined; runs: boolean } {
  const framed = use(Framed)
  const member = useSession(({ status }) => status === 'member') && !framed
  const { data } = useQuery({ ...mineQuery(tournamentId, useLanguage()), enabled: member })
  if (!member) return { mine: undefined, runs: false }
  return { mine: data?.entry?.id, runs: data?.role === 'promoter' || data?.role === 'co_promoter' }
}
