import type { TournamentStaff } from '@/api/generated'

/** Of those who run the tournament who else has its desk open; others who may, such as operators, are not named. */
export function othersHere(staff: readonly TournamentStaff[], online: readonly string[], me: number | undefined): string[] {
  return staff.filter(({ userId }) => userId !== me && online.includes(String(userId))).map(({ displayName }) => displayName)
}
