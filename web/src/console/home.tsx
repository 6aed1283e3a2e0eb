import { Navigate } from '@tanstack/react-router'
import { useEntry } from './entry/use-entry'
import { roomsFor } from './rooms'

/** The console's own address: leads to the first room of the person's roles. Without a room there are still the person's own factors. */
export function ConsoleHome() {
  const { data: entry } = useEntry()
  if (!entry) return null
  const [first] = roomsFor(entry.roles)
  return <Navigate to={first?.to ?? '/console/me'} replace />
}
