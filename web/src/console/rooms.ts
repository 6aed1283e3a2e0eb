import type { StaffRole } from '@/api/generated'

/** The rooms of the console in the order of the rail, and the roles that have something to do in each; without roles, everybody has. */
export const ROOMS = [
  { key: 'staff', to: '/console/staff', roles: ['admin'] },
] as const satisfies ReadonlyArray<{ key: string; to: string; roles?: readonly StaffRole[] }>

export type Room = (typeof ROOMS)[number]

/** The rooms that somebody with these roles may enter. */
export function roomsFor(roles: readonly StaffRole[]): Room[] {
  return ROOMS.filter((room) => room.roles.some((role) => roles.includes(role)))
}
