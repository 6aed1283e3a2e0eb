import { createContext, useContext } from 'react'
import type { Inputs } from './change'
import type { Outcome } from './simulate'

/** Assumptions beside the form; stored in this browser. */
export interface Assumptions {
  perDay: number
  weekends: boolean
}

export interface Simulated {
  inputs: Inputs
  outcome: Outcome
  /** The form does not say yet how many may enter. */
  assumedEntrants: boolean
  assume: (assumptions: Partial<Assumptions>) => void
}

export const SimulatedScope = createContext<Simulated | undefined>(undefined)

export function useSimulated(): Simulated {
  const simulated = useContext(SimulatedScope)
  if (!simulated) throw new Error('outside the form')
  return simulated
}
