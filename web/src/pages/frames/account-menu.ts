import type { LinkProps } from '@tanstack/react-router'
import {
  BadgeCheck,
  Bell,
  CardSim,
  ClipboardList,
  Gauge,
  Heart,
  KeyRound,
  type LucideIcon,
  MessagesSquare,
  ShoppingBag,
  SquareTerminal,
  TicketPercent,
  Trophy,
  UserRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Me } from '@/api/generated'
import { usePromoterLabel, useTeamLabel } from '@/features/account/esport'
import { UnreadCount } from '@/features/inbox/unread-count'
import type menu from '@/i18n/th/account'

export interface MenuEntry {
  to: Extract<LinkProps['to'], `/${string}`>
  /** Its text in `account`, under `menu` */
  label: keyof typeof menu.menu
  icon: LucideIcon
  /** Returns another label, depending on the user's role. */
  called?: () => keyof typeof menu.menu
  /** Whether the user sees it; by default everyone does. */
  shown?: (me: Me, runsTournaments: boolean) => boolean
  /** Content at the end of the entry, such as a number of unread messages. */
  badge?: ComponentType
}

/** The account's pages in the order of the menu. */
export const MENU: readonly MenuEntry[] = [
  { to: '/account/dashboard', label: 'dashboard', icon: Gauge },
  { to: '/account/profile', label: 'profile', icon: UserRound },
  { to: '/account/change-password', label: 'password', icon: KeyRound, shown: (me) => me.userType !== 'others' },
  { to: '/account/coupons', label: 'coupons', icon: TicketPercent },
  { to: '/account/favorites', label: 'favorites', icon: Heart },
  { to: '/account/purchased', label: 'purchased', icon: ShoppingBag },
  { to: '/account/subscriptions', label: 'subscriptions', icon: CardSim },
  { to: '/account/team', label: 'tournament', called: useTeamLabel, icon: Trophy },
  { to: '/account/promoter', label: 'apply', called: usePromoterLabel, icon: BadgeCheck },
  { to: '/account/form-tournament', label: 'runs', icon: ClipboardList, shown: (_, runs) => runs },
  { to: '/account/inbox', label: 'inbox', icon: Bell, badge: UnreadCount },
  { to: '/account/threads', label: 'threads', icon: MessagesSquare },
  { to: '/console', label: 'console', icon: SquareTerminal, shown: (me) => me.isStaff },
]
