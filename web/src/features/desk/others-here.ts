import type { TournamentStaff } from '@/api/generated'

/** Returns the other staff who have the desk open; operators, who also have access, are not named. */
export function othersHere(staff: readonly TournamentStaff[], online: readonly string[], me: number | undefined): string[] {
  return staff.filter(({ userId }) => userId !== me && online.includes(String(userId))).map(({ displayName }) => displayName)
}
