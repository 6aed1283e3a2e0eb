import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bracket, MatchRoom } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { OutDialog, UndoDialog } from '@/features/brackets/run/correct-dialog'
import { bracketQuery } from '@/features/brackets/queries'
import { ScoreDialog } from '@/features/brackets/run/score-dialog'
import { useLabelsFor } from '@/features/brackets/labels'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'

interface BracketDialogProps {
  room: MatchRoom
  doing: 'enter' | 'undo' | 'out'
  onEnd: (done: boolean) => void
}

/** Decisions that need the whole stage: a result, a correction, a withdrawal, a disqualification. */
export function BracketDialog({ room, doing, onEnd }: BracketDialogProps) {
  const t = useTexts('matches')
  const common = useTexts('common')
  // The stage as of the dialog's opening, not an older copy.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...bracketQuery(room.tournament.id, room.stage), staleTime: 0 })
  const [opened, setOpened] = useState<Bracket>()
  if (!opened && data && isFetchedAfterMount) setOpened(data)
  const found = opened?.matches.some(({ id }) => id === room.id)
  if (opened && found) return <Loaded bracket={opened} id={room.id} doing={doing} onEnd={onEnd} />
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      width={600}
      title={room.tournament.name}
      actions={<Button onClick={() => onEnd(false)}>{common('action.cancel')}</Button>}
    >
      {error ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : opened ? (
        <Notice tone="warn">{t('staff.notInBracket')}</Notice>
      ) : (
        <div aria-busy="true" className="skeleton h-48" />
      )}
    </Dialog>
  )
}

function Loaded({ bracket, id, doing, onEnd }: { bracket: Bracket; id: number } & Omit<BracketDialogProps, 'room'>) {
  const { known, labels } = useLabelsFor(bracket)
  const match = known.match.get(id)
  if (!match) return null
  const same = { bracket, match, labels, onEnd }
  if (doing === 'enter') return <ScoreDialog {...same} />
  return doing === 'undo' ? <UndoDialog {...same} /> : <OutDialog {...same} />
}
