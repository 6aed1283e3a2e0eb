import type { MatchRoom } from '@/api/generated'
import { useId, useMemo, useState } from 'react'
import { matchSource } from '@/features/messages/calls'
import { usePictures } from '@/features/messages/use-pictures'
import { Countdown } from '@/features/tournaments/countdown'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useRefusalText } from '@/ui/query-error'
import { TeamLogo } from '@/ui/team-logo'
import { sendReport } from './calls'
import { GameRows } from './game-rows'
import { ProofField } from './proof-field'
import { useRoomActs } from './room-context'
import { faultOf, type GameDraft, gamesOf, standing } from './sheet'
import { useMatchWords } from './words'

/** One's own result, whatever the other side has sent: that is shown once this is in. */
export function ScoreSheet({ room, onEnd }: { room: MatchRoom; onEnd: () => void }) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const words = useMatchWords()
  const say = useRefusalText()
  const { steps } = useRoomActs()
  const pictures = usePictures(useMemo(() => matchSource(room.id), [room.id]))
  const [drafts, setDrafts] = useState<readonly GameDraft[]>([])
  const [tried, setTried] = useState(false)
  // Of the room as it was when one began: a reset since then is noticed.
  const [version] = useState(room.now.version)
  const alertId = useId()
  const { bestOf, now } = room
  const won = standing(drafts, bestOf)
  const games = gamesOf(drafts, bestOf)
  const fault = faultOf(drafts, bestOf)
  const sending = pictures.attached.some(({ done, error }) => !done && !error)
  const score = `${Math.max(won.home, won.away)}–${Math.min(won.home, won.away)}`
  const send = () => {
    setTried(true)
    if (!games || sending) return
    const sent = pictures.attached.flatMap(({ done }) => (done ? [done.id] : []))
    steps.run('report', () => sendReport(room.id, { games, proofs: sent, version }), onEnd)
  }
  const due = now.confirmDueAt
  const { problem } = steps
  return (
    <Dialog
      open
      onClose={onEnd}
      width={600}
      title={
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {t('score.title')} <span className="num text-base font-normal text-mute">Bo{bestOf}</span>
          {due && (
            <span className="ml-auto rounded bg-amber-dim px-2 text-base text-amber">
              {t('score.within')} <Countdown until={due} />
            </span>
          )}
        </span>
      }
      actions={
        <div className="flex w-full flex-col gap-2">
          <div className="flex gap-3">
            <Button className="px-4!" onClick={onEnd}>
              {common('action.close')}
            </Button>
            <Button look="primary" className="flex-1" busy={steps.busy === 'report'} onClick={send}>
              {won.winner ? t('score.go', { name: words.short(room, won.winner), score }) : t('score.goEmpty')}
            </Button>
          </div>
          <p className="text-center text-sm text-mute">
            {t('score.hidden', { name: words.short(room, room.me.side === 'home' ? 'away' : 'home') })}
          </p>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-center gap-3 xs:gap-4">
          <TeamName room={room} side="home" />
          <p aria-live="polite" className="num text-4xl whitespace-nowrap">
            {won.home}
            <span className="mx-1.5 text-mute">–</span>
            {won.away}
          </p>
          <TeamName room={room} side="away" />
        </div>
        <GameRows room={room} drafts={drafts} onDrafts={setDrafts} fault={fault === undefined ? undefined : { game: fault, id: alertId }} />
        {(fault !== undefined || (tried && !games)) && (
          <p id={alertId} role="alert" className="text-sm text-red">
            {fault === undefined ? t('score.open', { count: Math.floor(bestOf / 2) + 1 }) : t('score.fault', { game: fault + 1 })}
          </p>
        )}
        <ProofField pictures={pictures} />
        {tried && games && sending && (
          <p role="status" className="text-sm text-amber">
            {t('score.waitsForPictures')}
          </p>
        )}
        {problem && <Notice tone="error">{say(problem)}</Notice>}
      </div>
    </Dialog>
  )
}

function TeamName({ room, side }: { room: MatchRoom; side: 'home' | 'away' }) {
  const words = useMatchWords()
  const team = room[side]
  return (
    <p className={`flex min-w-0 flex-1 items-center gap-2 ${side === 'home' ? 'justify-end text-right' : 'flex-row-reverse justify-end'}`}>
      <span className="min-w-0 break-words max-xs:text-sm">{words.short(room, side)}</span>
      <TeamLogo name={words.name(room, side)} shortName={team?.shortName} logo={team?.logo} size="sm" />
    </p>
  )
}
