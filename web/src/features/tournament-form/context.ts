import { createContext, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { EsportGame, TournamentFormState as FormState } from '@/api/generated'
import type { Field, Step, TournamentValues } from './values'

export type WizardForm = UseFormReturn<TournamentValues>

/** Data that every step of the form needs. */
export interface Wizard {
  form: WizardForm
  /** The server's version */
  saved: FormState
  games: readonly EsportGame[]
  game: EsportGame | undefined
  isLocked: (field: Field) => boolean
  /** Opens a step, and focuses a field in it. */
  go: (step: Step, field?: string) => void
}

export const WizardScope = createContext<Wizard | undefined>(undefined)

export function useWizard(): Wizard {
  const wizard = useContext(WizardScope)
  if (!wizard) throw new Error('outside the form')
  return wizard
}
