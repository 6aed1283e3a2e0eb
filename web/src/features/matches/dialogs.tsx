import type { MatchRoom } from '@/api/generated'
import { BracketDialog } from './bracket-dialog'
import { DisputeDialog } from './dispute-dialog'
import { EditRoundDialog } from './edit-round-dialog'
import { EditTimeDialog } from './edit-time-dialog'
import { NoShowDialog } from './no-show-dialog'
import type { Doing } from './room-context'
import { RulingDialog } from './ruling-dialog'
import { ScoreSheet } from './score-sheet'
import { TimeDialog } from './time-dialog'

interface RoomDialogProps {
  room: MatchRoom
  doing: Doing
  onDoing: (doing: Doing | undefined) => void
}

/** The dialog that is open over a room. */
export function RoomDialog({ room, doing, onDoing }: RoomDialogProps) {
  const onEnd = () => onDoing(undefined)
  switch (doing) {
    case 'time':
      return <TimeDialog room={room} onEnd={onEnd} />
    case 'score':
      return <ScoreSheet room={room} onEnd={onEnd} />
    case 'no_show':
      return <NoShowDialog room={room} onEnd={onEnd} />
    case 'dispute':
      return <DisputeDialog room={room} onEnd={onEnd} />
    case 'rule':
      return <RulingDialog room={room} onEnd={onEnd} onOther={() => onDoing('enter')} />
    case 'edit_time':
      return <EditTimeDialog room={room} onEnd={onEnd} />
    case 'edit_round':
      return <EditRoundDialog room={room} onEnd={onEnd} />
    default:
      return <BracketDialog room={room} doing={doing} onEnd={onEnd} />
  }
}
