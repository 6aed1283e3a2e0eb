import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Inputs } from './change'
import { useWizard } from './context'
import { stagesOfKind } from './formats'
import { simulate } from './simulate'
import { type Assumptions, SimulatedScope } from './use-simulated'
import { inOrder } from './values'

/** Assumed until the form has a number. */
const USUAL_ENTRANTS = 16
const USUAL_MINUTES = 25

const keyOf = (id: number) => `manao.tournamentPlan.${id}`

function keptAssumptions(id: number): Assumptions {
  const usual = { perDay: 2, weekends: true }
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}') as Partial<Assumptions>) }
  } catch {
    return usual
  }
}

/** The simulated outcome of the form, for every part of the page. */
export function SimulatedProvider({ children }: { children: ReactNode }) {
  const { form, game, saved } = useWizard()
  const [assumptions, setAssumptions] = useState(() => keptAssumptions(saved.id))
  const [capacity, stages, gameId, hoursFrom, hoursTo, startAt] = useWatch({
    control: form.control,
    name: ['capacity', 'stages', 'gameId', 'hoursFrom', 'hoursTo', 'startAt'],
  })
  const assumedEntrants = capacity < 2 || capacity > 4096
  const inputs = useMemo((): Inputs => {
    const entrants = assumedEntrants ? USUAL_ENTRANTS : capacity
    return {
      entrants,
      stages: inOrder(stages.length > 0 ? stages : stagesOfKind(game?.lobby ? 'survivor' : 'single', entrants, game), entrants),
      gameId,
      gameMinutes: game?.gameMinutes ?? USUAL_MINUTES,
      sides: game?.sides ?? 2,
      hoursFrom,
      hoursTo,
      startAt: startAt === '' ? 0 : Date.parse(startAt),
      ...assumptions,
    }
  }, [assumedEntrants, capacity, stages, game, gameId, hoursFrom, hoursTo, startAt, assumptions])
  const settled = useDeferredValue(inputs)
  const outcome = useMemo(() => simulate(settled), [settled])
  const assume = (changed: Partial<Assumptions>) => {
    const next = { ...assumptions, ...changed }
    setAssumptions(next)
    try {
      localStorage.setItem(keyOf(saved.id), JSON.stringify(next))
    } catch {
      // Storage may be refused; then it holds while the page is open.
    }
  }
  return <SimulatedScope value={{ inputs: settled, outcome, assumedEntrants, assume }}>{children}</SimulatedScope>
}
