import { useSession } from '@/api/session'
import { entrantSource, matchSource } from './calls'
import { storedThreads } from './stored'
import { talkOf } from './use-talk'

/** Sends messages that a closed tab has left behind, from any open page. */
export async function sendStored(): Promise<void> {
  const { me } = useSession.getState()
  if (!me) return
  for (const ref of await storedThreads(me)) {
    if (useSession.getState().me?.id !== me.id) return
    const source = ref.type === 'match' ? matchSource(ref.matchId) : entrantSource(ref.tournamentId, ref.contestantId, ref.staff)
    void talkOf(source, me).flush()
  }
}
