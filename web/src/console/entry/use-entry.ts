import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ConsoleEntry, consoleGetEntry } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useSession } from '@/api/session'
import { hasPasskeys } from './passkeys'

const entryQuery = queryOptions({ queryKey: ['console', 'entry'], queryFn: () => answerOf(consoleGetEntry()) })

/** The user's standing before the console: roles, factors, and the session in it. */
export function useEntry() {
  const member = useSession(({ status }) => status === 'member')
  return useQuery({
    ...entryQuery,
    enabled: member,
    // The session may have ended while the page was in the background.
    refetchOnWindowFocus: true,
  })
}

/** Takes over the answer of a call that changed the entry. */
export function takeEntry(entry: ConsoleEntry): void {
  // Recovery codes are shown once and kept nowhere.
  const { recoveryCodes: _, ...kept } = entry
  queries.setQueryData(entryQuery.queryKey, kept)
}

/** Asks for the entry again, and returns whether the user is in the console. When that cannot be found out, nothing changes. */
export async function recheckEntry(): Promise<boolean> {
  const entry = await queries.fetchQuery({ ...entryQuery, staleTime: 0 }).catch(() => queries.getQueryData(entryQuery.queryKey))
  return Boolean(entry?.console)
}

const isEntry = (key: readonly unknown[]) => key.join() === entryQuery.queryKey.join()

/** Refusals after which the entry is not what it was: the session is over, or a role was withdrawn. */
const OUTDATED = ['console_required', 'staff_required', 'role_required']

/** Asks for the entry again whenever a call is refused for want of it. Returns the function that ends this. */
export function watchRefusals(): () => void {
  const onError = (error: unknown) => {
    if (OUTDATED.includes(problemOf(error).code)) void recheckEntry()
  }
  const stops = [
    queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && !isEntry(event.query.queryKey)) onError(event.action.error)
    }),
    queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Reads again what was refused while the user was out of the console. */
export function readRefused(): void {
  void queries.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) => error !== null && problemOf(error).code === 'console_required',
  })
}

/** Whether passkeys can be used here: by this browser, and at this address. */
export function useCanPasskeys() {
  const { data } = useEntry()
  return hasPasskeys() && data?.passkeysOffered === true
}
