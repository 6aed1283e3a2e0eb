import { useQuery } from '@tanstack/react-query'
import { useSession } from '@/api/session'
import { mineQuery } from '@/features/tournaments/queries'
import { useLanguage } from '@/i18n'

/** Who looks: their entry, and whether they decide here. */
export function useWho(tournamentId: number): { mine: number | undefined; runs: boolean } {
  const member = useSession(({ status }) => status === 'member')
  const { data } = useQuery({ ...mineQuery(tournamentId, useLanguage()), enabled: member })
  if (!member) return { mine: undefined, runs: false }
  return { mine: data?.entry?.id, runs: data?.role === 'promoter' || data?.role === 'co_promoter' }
}
