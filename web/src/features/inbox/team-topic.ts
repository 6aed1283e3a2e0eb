import { useQuery } from '@tanstack/react-query'
import { esportQuery } from '@/features/account/esport'
import { myTeamQuery } from '@/features/teams/queries'
import { useTopic } from '@/live'

/** While a request waits for a captain: it may be answered elsewhere, or withdrawn, and the team's topic announces that. */
export function useTeamTopic(waits: boolean, again: () => void): void {
  const id = useQuery({ ...esportQuery, enabled: waits }).data?.teamId
  const { data } = useQuery({ ...myTeamQuery(id ?? 0), enabled: waits && id != null })
  useTopic(waits ? (data?.live ?? undefined) : undefined, { 'team.changed': again }, { onReload: again })
}
