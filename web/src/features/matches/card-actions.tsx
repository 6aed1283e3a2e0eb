import type { MatchRoom } from '@/api/generated'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { Button, buttonClass } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { AskPromoter } from './ask-promoter'
import { acceptTime, calendarFile, contestReport, declineTime, withdrawTime } from './calls'
import { type NextCard, mayDispute, mayPropose, mayReport, noShowFrom } from './next'
import { useRoomActs } from './room-context'
import { useNowEvery } from './use-now'
import { useMatchLabels } from './labels'

const row = 'flex flex-col gap-2.5 xs:flex-row xs:flex-wrap'

/** The actions of the next step; only an action for the viewer is lime. */
export function CardActions({ room, card }: { room: MatchRoom; card: NextCard }) {
  const suspended = useSession(({ me }) => me?.suspended)
  if (room.me.side) return room.me.acts ? <SideActions room={room} card={card} /> : <Quiet room={room} />
  if (card.code.startsWith('staff.')) return card.mine && !suspended ? <StaffAction card={card} /> : null
  return card.code === 'watch.done' ? <ToBracket room={room} /> : null
}

function SideActions({ room, card }: { room: MatchRoom; card: NextCard }) {
  const t = useTexts('matches')
  const { open, steps } = useRoomActs()
  const { now } = room
  switch (card.code) {
    case 'side.propose_time':
      return (
        <div className={row}>
          <Button look="primary" onClick={() => open('time')}>
            {t('do.propose')}
          </Button>
          <SendResult room={room} />
        </div>
      )
    case 'side.answer_time':
      return (
        <div className="flex flex-col gap-2.5 md:items-start">
          <AnswerTime room={room} />
          <SendResult room={room} />
        </div>
      )
    case 'side.wait_answer':
      return (
        <div className={row}>
          <Button onClick={() => open('time')}>{t('do.change')}</Button>
          <Button
            look="ghost"
            busy={steps.busy === 'withdraw'}
            onClick={() => now.proposal && steps.run('withdraw', () => withdrawTime(now.proposal?.id ?? 0))}
          >
            {t('do.withdraw')}
          </Button>
          <SendResult room={room} />
        </div>
      )
    case 'side.play':
      return (
        <div className={row}>
          <CalendarFile room={room} />
          {mayPropose(now, serverNow()) && <Button onClick={() => open('time')}>{t('do.move')}</Button>}
          <SendResult room={room} />
        </div>
      )
    case 'side.report':
    case 'side.confirm':
      return (
        <div className={row}>
          <Button look="primary" onClick={() => open('score')}>
            {t(card.code === 'side.confirm' ? 'do.sendOwn' : 'do.send')}
          </Button>
          <NoShow room={room} />
          {room.me.side && mayDispute(now, room.me.side) && (
            <Button look="ghost" onClick={() => open('dispute')}>
              {t('do.dispute')}
            </Button>
          )}
        </div>
      )
    case 'side.contest':
      return (
        <div className={row}>
          <Button look="primary" busy={steps.busy === 'contest'} onClick={() => steps.run('contest', () => contestReport(room.id))}>
            {t('do.contest')}
          </Button>
          <Button onClick={() => open('score')}>{t('do.sendProofs')}</Button>
        </div>
      )
    case 'side.wait_report':
    case 'side.wait_ruling':
      return (
        <div className={row}>
          <AskPromoter room={room} />
        </div>
      )
    case 'side.done':
      return <ToBracket room={room} />
    default:
      return null
  }
}

/** Accept, counter, decline: on a phone the first one takes the full width. */
export function AnswerTime({ room, small = false }: { room: MatchRoom; small?: boolean }) {
  const t = useTexts('matches')
  const { open, steps } = useRoomActs()
  const { proposal } = room.now
  if (!proposal) return null
  const size = small ? 'sm' : 'md'
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button
        look="primary"
        size={size}
        className={small ? '' : 'max-xs:w-full'}
        busy={steps.busy === 'accept'}
        onClick={() => steps.run('accept', () => acceptTime(proposal.id))}
      >
        {t(steps.busy === 'accept' ? 'do.accepting' : small ? 'do.acceptShort' : 'do.accept')}
      </Button>
      <Button size={size} className="max-xs:flex-1 max-xs:px-2!" onClick={() => open('time')}>
        {t(small ? 'do.counterShort' : 'do.counter')}
      </Button>
      <Button
        look="ghost"
        size={size}
        className="max-xs:flex-1 max-xs:px-2!"
        busy={steps.busy === 'decline'}
        onClick={() => steps.run('decline', () => declineTime(proposal.id))}
      >
        {t('do.decline')}
      </Button>
    </div>
  )
}

/** Some play before a time is agreed. */
function SendResult({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const { open } = useRoomActs()
  const { me, now } = room
  const time = useNowEvery(15_000)
  if (!me.side || !mayReport(now, me.side, time)) return null
  return (
    <Button look="ghost" onClick={() => open('score')}>
      {t('do.playedAlready')}
    </Button>
  )
}

function NoShow({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { open } = useRoomActs()
  const from = noShowFrom(room.now)
  const now = useNowEvery(15_000)
  const { side } = room.me
  if (from === undefined || !side || room.now.reported.home || room.now.reported.away || room.now.noShow) return null
  return now < from ? (
    <p className="self-center text-sm text-mute">{t('noShow.from', { at: labels.time(from) })}</p>
  ) : (
    <Button look="ghost" onClick={() => open('no_show')}>
      {t('do.noShow')}
    </Button>
  )
}

function StaffAction({ card }: { card: NextCard }) {
  const t = useTexts('matches')
  const { open } = useRoomActs()
  switch (card.code) {
    case 'staff.set_time':
      return (
        <div className={row}>
          <Button look="primary" onClick={() => open('edit_time')}>
            {t('staff.setTime')}
          </Button>
        </div>
      )
    case 'staff.rule':
    case 'staff.no_show':
      return (
        <div className={row}>
          <Button look="primary" onClick={() => open('rule')}>
            {t('staff.rule')}
          </Button>
        </div>
      )
    case 'staff.overdue':
      return (
        <div className={row}>
          <Button look="primary" onClick={() => open('enter')}>
            {t('staff.enter')}
          </Button>
        </div>
      )
    default:
      return null
  }
}

/** A player who does not act for the side can still add the date to a calendar. */
function Quiet({ room }: { room: MatchRoom }) {
  return room.now.state === 'decided' ? <ToBracket room={room} /> : <CalendarFile room={room} />
}

function CalendarFile({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const problemText = useProblemText()
  const fetching = useMutation({
    mutationFn: () => calendarFile(room.id),
    onSuccess: (file) => save(file, `match-${room.id}.ics`),
    onError: (error) => void toast(problemText(problemOf(error)), { tone: 'error' }),
  })
  if (!room.now.scheduledAt) return null
  return (
    <Button busy={fetching.isPending} onClick={() => fetching.mutate()}>
      {!fetching.isPending && <CalendarPlus className="size-5" aria-hidden="true" />}
      {t('do.calendar')}
    </Button>
  )
}

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function ToBracket({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  return (
    <div className={row}>
      <Link
        to="/esport/tournament/$id/bracket"
        params={{ id: String(room.tournament.id) }}
        search={{ stage: room.stage }}
        className={buttonClass('plain')}
      >
        {t('do.bracket')}
      </Link>
    </div>
  )
}
