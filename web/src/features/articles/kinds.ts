import type { ArticleKind } from './queries'

/** Kinds that have a list, and the address of each. */
export const LISTS = {
  GAME_REVIEW: '/game-review',
  GAME_GUIDE: '/game-guide',
  GAME_UPDATE: '/game-update',
  PROMOTION: '/promotions',
  HOT_PROMOTION: '/hot-promotions',
} as const

export type ListedKind = keyof typeof LISTS

export const isPromotion = (kind: ArticleKind) => kind === 'PROMOTION' || kind === 'HOT_PROMOTION'
