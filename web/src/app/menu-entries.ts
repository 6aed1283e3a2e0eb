import type { LinkProps } from '@tanstack/react-router'
import type shell from '@/i18n/th/shell'
import type { GroupName } from './where'

export interface MenuItem {
  to: LinkProps['to']
  /** Its texts in `shell`, under `menu` */
  name: keyof typeof shell.menu
}

/** The path of a page, which the table of pages is asked for when the link is followed. */
export const plainPath = (path: string) => path as LinkProps['to']

const entry = (path: string, name: MenuItem['name']): MenuItem => ({ to: plainPath(path), name })

/** The groups of the main menu, the same on wide and narrow screens. */
export const GROUPS: Readonly<Record<GroupName, readonly MenuItem[]>> = {
  promotions: [entry('/promotions', 'promotions'), entry('/hot-promotions', 'hotPromotions')],
  articles: [entry('/game-review', 'gameReview'), entry('/game-guide', 'gameGuide'), entry('/game-update', 'gameUpdate')],
  esports: [entry('/esport/tournament', 'tournaments'), entry('/esport/teams', 'teams'), entry('/estudio', 'estudio')],
}

export const MANUAL = entry('/manual', 'manual')
export const HELP = [entry('/contact', 'contact'), entry('/track', 'track')]
