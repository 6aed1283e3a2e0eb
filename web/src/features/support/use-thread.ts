import { useQuery } from '@tanstack/react-query'
import { useTopic } from '@/live'
import { type ThreadSide, threadQuery } from './queries'

/** A thread that is read again whenever something happens in it. */
export function useThread(side: ThreadSide, id: number) {
  const query = useQuery(threadQuery(side, id))
  const { data, refetch } = query
  const again = () => void refetch()
  useTopic(data?.live, { 'support.changed': ({ version }) => version > (data?.version ?? 0) && again() }, { onReload: again })
  return query
}
