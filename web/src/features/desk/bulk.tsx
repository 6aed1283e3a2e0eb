import type { DeskEntrant } from '@/api/generated'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ProgressBar } from '@/ui/progress-bar'
import { askAll, type Decision, decideAll, type Outcome } from './decide'
import { ReasonDialog } from './reason-dialog'
import { useShowStatus } from './use-entrants'

interface Work {
  what: 'approve' | 'reject' | 'ask'
  entrants: readonly DeskEntrant[]
  outcomes: readonly Outcome[]
}

/** Runs an action on many entries: its progress, and the outcome of each. */
export function useBulk(tournamentId: number) {
  const t = useEntrantTexts('desk')
  const show = useShowStatus(tournamentId)
  const [work, setWork] = useState<Work>()
  const step = (outcomes: Outcome[]) => {
    show(outcomes)
    setWork((now) => now && { ...now, outcomes: [...now.outcomes, ...outcomes] })
  }
  const begin = (what: Work['what'], entrants: readonly DeskEntrant[]) => setWork({ what, entrants, outcomes: [] })
  return {
    work,
    end: () => setWork(undefined),
    decide: (entrants: readonly DeskEntrant[], decision: Decision) => {
      begin(decision.status === 'join' ? 'approve' : 'reject', entrants)
      return decideAll(entrants, decision, step)
    },
    ask: (entrants: readonly DeskEntrant[], note: string) => {
      begin('ask', entrants)
      return askAll(tournamentId, entrants, note, t('bulk.nothingMissing'), step)
    },
  }
}

export type Bulk = ReturnType<typeof useBulk>

/** The progress; then the outcome of each entry, failures first. */
export function BulkDialog({ bulk: { work, end } }: { bulk: Bulk }) {
  const t = useEntrantTexts('desk')
  const common = useTexts('common')
  if (!work) return null
  const { what, entrants, outcomes } = work
  const done = outcomes.length >= entrants.length
  const good = outcomes.filter(({ problem }) => !problem).length
  const sorted = outcomes.toSorted((one, other) => Number(!one.problem) - Number(!other.problem))
  return (
    <Dialog
      open
      onClose={() => done && end()}
      modalOnly={!done}
      width={600}
      title={done ? t(`bulk.${what}Done`, { count: good }) : t(`bulk.${what}Busy`)}
      actions={done && <Button onClick={end}>{common('action.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        <ProgressBar
          value={outcomes.length}
          of={entrants.length}
          label={t('bulk.progress', { done: outcomes.length, count: entrants.length })}
        />
        <p role="status" className="text-mute">
          {done && good < entrants.length
            ? t('bulk.notAll', { count: entrants.length - good })
            : t('bulk.progress', { done: outcomes.length, count: entrants.length })}
        </p>
        {done && (
          <ul className="flex max-h-[40dvh] flex-col overflow-y-auto">
            {sorted.map((outcome) => (
              <Line
                key={outcome.id}
                outcome={outcome}
                name={entrants.find(({ id }) => id === outcome.id)?.name ?? `#${outcome.id}`}
                what={what}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function Line({ outcome, name, what }: { outcome: Outcome; name: string; what: Work['what'] }) {
  const t = useEntrantTexts('desk')
  const tournaments = useTexts('tournaments')
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <span className="break-words">{name}</span>
      <span className={outcome.problem ? 'text-amber' : 'text-mute'}>
        {outcome.problem?.message ??
          (what === 'ask' ? t('bulk.asked') : outcome.status ? tournaments(`status.${outcome.status}`) : t('bulk.done'))}
      </span>
    </li>
  )
}

/** The actions on the ticked rows, at the table's foot. */
export function BulkBar({ chosen, bulk, onClear }: { chosen: readonly DeskEntrant[]; bulk: Bulk; onClear: () => void }) {
  const t = useEntrantTexts('desk')
  const [asks, setAsks] = useState<'reject' | 'ask'>()
  const count = chosen.length
  const act = async (work: Promise<void>) => {
    setAsks(undefined)
    await work
    onClear()
  }
  return (
    <div
      role="region"
      aria-label={t('bulk.label')}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-panel p-3 max-sm:grid max-sm:grid-cols-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-[25]"
    >
      <p className="flex-1 basis-24 pl-1 max-sm:order-first max-sm:self-center" role="status">
        {t('bulk.chosen', { count })}
      </p>
      <Button size="sm" className="max-sm:col-span-2" onClick={() => void act(bulk.decide(chosen, { status: 'join' }))}>
        {t('bulk.approve', { count })}
      </Button>
      <Button size="sm" onClick={() => setAsks('ask')}>
        {t('bulk.ask')}
      </Button>
      <Button size="sm" onClick={() => setAsks('reject')}>
        {t('bulk.reject')}
      </Button>
      <Button size="sm" look="ghost" className="max-sm:order-first" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      {asks === 'reject' && (
        <ReasonDialog
          title={t('bulk.rejectTitle', { count })}
          action={t('bulk.rejectGo', { count })}
          danger
          label={t('reason.label')}
          ready={t('ready.reject', { returnObjects: true })}
          act={async (reason) => void act(bulk.decide(chosen, { status: 'reject', reason }))}
          onEnd={() => setAsks(undefined)}
        >
          {t('bulk.rejectText')}
        </ReasonDialog>
      )}
      {asks === 'ask' && (
        <ReasonDialog
          title={t('bulk.askTitle', { count })}
          action={t('bulk.askGo', { count })}
          required={false}
          label={t('reason.note')}
          ready={t('ready.documents', { returnObjects: true })}
          act={async (note) => void act(bulk.ask(chosen, note))}
          onEnd={() => setAsks(undefined)}
        >
          {t('bulk.askText')}
        </ReasonDialog>
      )}
    </div>
  )
}
