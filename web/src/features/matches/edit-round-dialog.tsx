import type { MatchRoom, RoundMoves } from '@/api/generated'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { problemOf } from '@/api/problem'
import { Reason } from '@/features/brackets/run/reason-field'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { editRoundTime, type TimeChange } from './calls'
import { PickAnyTime } from './pick-time'
import { isReachable } from './picker'
import { roomKey } from './queries'
import { useMatchLabels } from './labels'

const SHIFTS = [-60, -30, 15, 30, 60, 120, 1440] as const

/** Moves every unreported match of the round, by a duration or to one time. The matches to move, and their clashes, are shown first. */
export function EditRoundDialog({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [minutes, setMinutes] = useState<number>()
  // Set once all of them are to get one time.
  const [toOne, setToOne] = useState(false)
  const [at, setAt] = useState<number>()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const change = changeOf(toOne, at, minutes)
  const preview = useQuery({
    queryKey: ['roundTimes', room.tournament.id, room.stage, room.part, room.round, change],
    queryFn: () => editRoundTime(room, { ...(change ?? { shiftMinutes: 0 }), reason: t('editRound.preview'), dryRun: true }),
    enabled: change !== undefined,
    gcTime: 0,
  })
  const moving = useMutation({
    mutationFn: (move: TimeChange & { version: string }) => editRoundTime(room, { ...move, reason: reason.trim() }),
    // Someone else has moved it in the meantime: the new preview is shown before the question is repeated.
    onError: (error) => {
      if (problemOf(error).code === 'match_changed') void preview.refetch()
    },
    onSuccess: ({ moved }) => {
      void client.invalidateQueries({ queryKey: roomKey(room.id).slice(0, 1) })
      void client.invalidateQueries({ queryKey: ['matches'] })
      void toast(t('editRound.done', { count: moved.length }), { tone: 'success' })
      onEnd()
    },
  })
  const problem = moving.error ?? preview.error
  const label = (shift: number) => {
    const [count, unit] =
      Math.abs(shift) >= 1440
        ? [1, 'days' as const]
        : Math.abs(shift) >= 60
          ? [Math.abs(shift) / 60, 'hours' as const]
          : [Math.abs(shift), 'minutes' as const]
    return t(shift < 0 ? 'editRound.earlier' : 'editRound.later', { by: t(`editRound.${unit}`, { count }) })
  }
  const save = () => {
    setTried(true)
    if (change === undefined || !preview.data) return
    if (reason.trim()) moving.mutate({ ...change, version: preview.data.version })
    else document.getElementById(id)?.focus()
  }
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={t('editRound.title', { round: labels.round(room) })}
      actions={
        <>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={moving.isPending} disabled={preview.data?.moved.length === 0} onClick={save}>
            {preview.data ? t('editRound.go', { count: preview.data.moved.length }) : t('editRound.goEmpty')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="group" aria-label={t('editRound.by')} className="flex flex-wrap gap-2">
          {SHIFTS.map((shift) => (
            <Chip
              key={shift}
              checked={!toOne && minutes === shift}
              onChoose={() => {
                setToOne(false)
                setMinutes(shift)
              }}
              label={label(shift)}
            />
          ))}
          <Chip checked={toOne} onChoose={() => setToOne(true)} label={t('editRound.toOne')} />
        </div>
        {tried && !toOne && minutes === undefined && (
          <p role="alert" className="text-sm text-red">
            {t('editRound.choose')}
          </p>
        )}
        {toOne && <PickAnyTime room={room} calendar={undefined} at={at} near={defaultOf(room)} onPick={setAt} lacks={tried} />}
        {change !== undefined &&
          (preview.data ? <Moves moves={preview.data} /> : !preview.error && <div aria-busy="true" className="skeleton h-24" />)}
        <Reason id={id} value={reason} onChange={setReason} lacks={tried && !reason.trim()} />
        {problem && <Notice tone="error">{problemText(problemOf(problem))}</Notice>}
      </div>
    </Dialog>
  )
}

function changeOf(toOne: boolean, at: number | undefined, minutes: number | undefined): TimeChange | undefined {
  if (!toOne) return minutes === undefined ? undefined : { shiftMinutes: minutes }
  return at !== undefined && isReachable(at, serverNow()) ? { at: new Date(at).toISOString() } : undefined
}

/** The picker opens at the round's planned time. */
function defaultOf({ now: { scheduledAt, window } }: MatchRoom): number | undefined {
  const at = scheduledAt ?? window.defaultAt
  return at ? Date.parse(at) : undefined
}

function Moves({ moves: { moved, clashes } }: { moves: RoundMoves }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  if (moved.length === 0 && clashes.length === 0) return <p className="text-mute">{t('editRound.none')}</p>
  return (
    <div className="flex flex-col gap-3">
      {clashes.length > 0 && (
        <Notice tone="warn">
          {t('editRound.clashes', { matches: clashes.map(({ label, to }) => `${labels.match(label)} ${labels.at(to)}`).join(', ') })}
        </Notice>
      )}
      <ul className="flex max-h-56 flex-col overflow-y-auto text-sm">
        {moved.map(({ matchId, label, from, to, agreed }) => (
          <li key={matchId} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
            <span className="num">{labels.match(label)}</span>
            <span>
              {from && <s className="text-mute">{labels.at(from)}</s>} {labels.at(to)}
              {agreed && <span className="block text-xs text-amber">{t('editRound.agreed')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
