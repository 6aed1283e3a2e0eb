import { useRef } from 'react'
import { accountMe as readMe } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { useTopic } from '@/live'
import { readEsportsAgain } from './esport'

/** Query keys of an account, apart from the user's own data. */
const SHOWN = ['profile', 'kyc', 'credit', 'activity', 'Sessions']

/** Shows changes of the account from other windows or by others. Used once a page. */
export function useLiveAccount(): void {
  const live = useSession(({ me }) => me?.live)
  const joined = useRef(false)
  useTopic(
    live,
    {
      'account.changed': () => void readAgain(),
      'membership.changed': () => void readEsportsAgain(queries),
      'promoter.changed': () => void readEsportsAgain(queries),
    },
    {
      onReload: () => {
        // On the first join everything has just been read; later, an event may have been missed.
        if (joined.current) void readAgain()
        joined.current = true
      },
    },
  )
}

async function readAgain(): Promise<void> {
  void readEsportsAgain(queries)
  for (const key of SHOWN) void queries.invalidateQueries({ queryKey: [key] })
  const before = useSession.getState().me?.id
  try {
    const me = await answerOf(readMe())
    if (useSession.getState().me?.id === before && me.id === before) useSession.setState({ me })
  } catch {
    // Offline, or signed out in the meantime: the page stays, and the next call reports it.
  }
}
