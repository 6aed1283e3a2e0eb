import { ArrowRight, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDay } from '@/i18n/format'
import { type Change, changeOf, type Effect, effectOf, type Inputs } from './change'
import { useWizard } from './context'
import { isDeepEqual } from './equal'
import type { Kind } from './formats'
import { useRoundName } from './round-name'
import { simulate } from './simulate'
import { useSimulated } from './use-simulated'
import type { StageValues } from './values'

const SETTLED_MS = 700

interface Last {
  change: Change
  effect: Effect
  before: Inputs
  after: Inputs
}

/** The last change, its effect, and an undo. */
export function LastChange() {
  const t = useTexts('tournamentForm')
  const { form } = useWizard()
  const { inputs, outcome, assume } = useSimulated()
  const [settled, setSettled] = useState(inputs)
  const [last, setLast] = useState<Last>()
  useEffect(() => {
    if (isDeepEqual(settled, inputs)) return
    const timer = setTimeout(() => {
      const change = changeOf(settled, inputs, outcome.entering)
      setSettled(inputs)
      setLast(change && { change, effect: effectOf(simulate(settled), outcome), before: settled, after: inputs })
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [settled, inputs, outcome])
  const describe = useDescription()
  // While another change is in progress, undoing the previous one would undo it too.
  if (!last || !isDeepEqual(last.after, inputs)) return null
  const undo = () => {
    const { before, after } = last
    const set = { shouldDirty: true, shouldTouch: true } as const
    const differs = (name: keyof Inputs) => !isDeepEqual(before[name], after[name])
    if (differs('entrants')) form.setValue('capacity', before.entrants, set)
    if (differs('stages')) form.setValue('stages', [...before.stages], set)
    if (differs('gameId')) form.setValue('gameId', before.gameId, set)
    if (differs('hoursFrom')) form.setValue('hoursFrom', before.hoursFrom, set)
    if (differs('hoursTo')) form.setValue('hoursTo', before.hoursTo, set)
    if (differs('startAt'))
      form.setValue('startAt', before.startAt === 0 ? '' : new Date(before.startAt).toISOString().replace('.000', ''), set)
    assume({ perDay: before.perDay, weekends: before.weekends })
    setSettled(before)
    setLast(undefined)
  }
  const { name, from, to } = describe(last.change, last.after)
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 rounded-control bg-raise py-1 pr-1 pl-3 text-sm">
      <p className="min-w-0 flex-1 py-1">
        {name} {from !== undefined && <span className="text-mute">{from}</span>}{' '}
        {to !== undefined && (
          <>
            {from !== undefined && <ArrowRight className="mb-0.5 inline size-3.5 text-mute" aria-label={t('change.to')} />}{' '}
            <strong className="num">{to}</strong>
          </>
        )}
        <span className="block text-mute">{t(`effect.${effectKey(last.effect)}`, { count: Math.abs(shown(last.effect)) })}</span>
      </p>
      <button type="button" className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 hover:bg-panel" onClick={undo}>
        <Undo2 className="size-4" aria-hidden="true" />
        {t('undo')}
      </button>
    </div>
  )
}

/** Hours, if it is that long. */
const shown = ({ name, by }: Effect) => (name === 'later' && Math.abs(by) >= 60 ? Math.round(by / 6) / 10 : by)

function effectKey({ name, by }: Effect) {
  if (name === 'none') return 'none' as const
  const unit = name === 'later' ? (Math.abs(by) >= 60 ? 'hours' : 'minutes') : name
  return `${unit}${by > 0 ? 'More' : 'Less'}` as const
}

function useDescription(): (change: Change, after: Inputs) => { name: string; from?: string; to?: string } {
  const t = useTexts('tournamentForm')
  const language = useLanguage()
  const content = useContent()
  const { games } = useWizard()
  const roundName = useRoundName()
  const { outcome } = useSimulated()
  return ({ name, stage = 0, round = 0, from, to }, after) => {
    const stageValues = after.stages[stage]
    switch (name) {
      case 'series':
        return {
          name: stageValues ? roundName(stageValues, outcome.entering[stage] ?? 0, round) : t('format.series'),
          from: `Bo${from}`,
          to: `Bo${to}`,
        }
      case 'kind':
        return { name: '', from: t(`kind.${from as Kind}`), to: t(`kind.${to as Kind}`) }
      case 'gameId': {
        const named = games.find(({ id }) => id === to)
        return { name: t('change.gameId'), ...(named && { to: content(named.name) }) }
      }
      case 'startAt':
        return { name: t('change.startAt'), ...(Number(to) > 0 && { to: formatDay(Number(to), language) }) }
      case 'grandFinal':
        return { name: t('change.grandFinal'), to: t(to === 'reset' ? 'change.on' : 'change.off') }
      case 'heats':
        return { name: t('change.heats'), to: t(`heats.${to as StageValues['heats']}`) }
      case 'thirdPlace':
      case 'doubleRound':
        return { name: t(`change.${name}`), to: t(to ? 'change.on' : 'change.off') }
      case 'weekends':
        return { name: '', to: t(to ? 'sim.weekends' : 'sim.everyDay') }
      default:
        return { name: t(`change.${name}`), from: String(from), to: String(to) }
    }
  }
}
