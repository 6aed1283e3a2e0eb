import { createContext, useCallback, useContext } from 'react'
import { type Namespace, useTexts } from '.'

/** The context by which texts name entrants: `heading_team`, `heading_player`. */
export type EntrantKind = 'team' | 'player'

/** The kind of entrants of the tournament shown below. */
export const EntrantScope = createContext<EntrantKind>('team')

/** Texts of one feature that name teams or players by the tournament around them. */
export function useEntrantTexts<N extends Namespace>(namespace: N): ReturnType<typeof useTexts<N>> {
  const t = useTexts(namespace)
  const context = useContext(EntrantScope)
  const named = useCallback((key: never, values?: object) => t(key, { context, ...values } as never), [t, context])
  return named as typeof t
}
