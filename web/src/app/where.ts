import { useRouterState } from '@tanstack/react-router'

/** A part of the product; its entry in the menus is lit on all of its pages. */
export type Program = 'home' | 'games' | 'promotions' | 'articles' | 'esports' | 'cart' | 'account'

/** A part that the main menu folds. */
export type GroupName = Extract<Program, 'promotions' | 'articles' | 'esports'>

const PROGRAMS: ReadonlyArray<readonly [Program, RegExp]> = [
  ['games', /^\/(games|search)(\/|$)/],
  ['promotions', /^\/(hot-)?promotions(\/|$)/],
  ['articles', /^\/game-(review|guide|update)(\/|$)/],
  ['esports', /^\/(esport|estudio)(\/|$)/],
  ['cart', /^\/(cart|payment|promtpay|purchase)(\/|$)/],
  ['account', /^\/account(\/|$)/],
  ['home', /^\/$/],
]

/** Returns the part that a page belongs to, by its path without the language. */
const programOf = (path: string): Program | undefined => PROGRAMS.find(([, own]) => own.test(path))?.[0]

export const useProgram = (): Program | undefined => useRouterState({ select: ({ location }) => programOf(location.pathname) })
