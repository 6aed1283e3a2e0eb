import type { StaffRole } from '@/api/generated'

export interface Room {
  /** Its text in `console`, under `rooms` */
  key: 'today' | 'orders' | 'repairs' | 'threads' | 'money' | 'channels' | 'promoters' | 'staff'
  /** Its first page */
  to:
    | '/console'
    | '/console/orders'
    | '/console/repairs'
    | '/console/threads'
    | '/console/money/refunds'
    | '/console/channels'
    | '/console/promoters'
    | '/console/staff'
  /** All addresses of the room begin with it; absent for a room of one page. */
  root?: `/console/${string}`
  /** Roles that have something to do in it; absent for a room of everybody. */
  roles?: readonly StaffRole[]
}

/** The rooms of the console in the order of the rail. */
const ROOMS: readonly Room[] = [
  { key: 'today', to: '/console' },
  { key: 'orders', to: '/console/orders', root: '/console/orders', roles: ['support', 'finance'] },
  { key: 'repairs', to: '/console/repairs', root: '/console/repairs', roles: ['support'] },
  { key: 'threads', to: '/console/threads', root: '/console/threads', roles: ['support'] },
  { key: 'money', to: '/console/money/refunds', root: '/console/money', roles: ['finance'] },
  { key: 'channels', to: '/console/channels', root: '/console/channels', roles: ['catalogue', 'support', 'finance'] },
  { key: 'promoters', to: '/console/promoters', root: '/console/promoters', roles: ['esports'] },
  { key: 'staff', to: '/console/staff', root: '/console/staff', roles: ['admin'] },
]

const opens = (room: Room, roles: readonly StaffRole[]) => !room.roles || room.roles.some((role) => roles.includes(role))

/** Returns the rooms that these roles open. */
export const roomsFor = (roles: readonly StaffRole[]): Room[] => ROOMS.filter((room) => opens(room, roles))

/** Returns the room that a page belongs to, by its path without the language. */
export const roomAt = (path: string): Room | undefined =>
  ROOMS.find(({ to, root }) => (root ? path === root || path.startsWith(`${root}/`) : path === to))

/** Whether these roles open a page. Pages outside of all rooms are everybody's. */
export function mayOpen(path: string, roles: readonly StaffRole[]): boolean {
  const room = roomAt(path)
  return !room || opens(room, roles)
}
