import { isSettledMatch } from '@/api/state-sets.gen'
import { Link, useRouterState } from '@tanstack/react-router'
import type { MatchRoom } from '@/api/generated'
import { useSession } from '@/api/session'
import { hasText, useTexts } from '@/i18n'
import { Countdown } from '@/features/tournaments/countdown'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { ProblemNotice } from '@/ui/problem-notice'
import { CardActions } from './card-actions'
import { Deadline, OwnTime } from './deadline'
import { type CardCode, nextCard, type NextCard, waitsForPromoter } from './next'
import { decides, isInside } from './room'
import { Reports } from './reports'
import { useRoomActs } from './room-context'
import { useMatchLabels } from './labels'

const LATE: ReadonlySet<CardCode> = new Set([
  'side.contest',
  'side.wait_ruling',
  'staff.rule',
  'staff.no_show',
  'staff.overdue',
  'watch.disputed',
])

/** The next action for the viewer, with everything needed for it. */
export function NextActionCard({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { steps } = useRoomActs()
  const card = nextCard(room)
  const { proposal, scheduledAt, noShow, result } = room.now
  const at = bigTime(card.code, room)
  const values = {
    opponent: labels.opponent(room),
    proposer: proposal?.name ?? '',
    team: proposal ? labels.name(room, proposal.side) : '',
    absent: noShow ? labels.name(room, noShow.absent) : '',
    winner: result?.winner ? labels.name(room, result.winner) : '',
    at: scheduledAt ? labels.at(scheduledAt) : '',
    minutes: room.confirmMinutes,
  }
  const late = LATE.has(card.code)
  const isOver = card.code.endsWith('.done')
  return (
    <section
      data-next-step
      aria-label={t('card.label')}
      className={cx(
        'flex flex-col gap-3 rounded-[14px] border p-4 xs:p-5 md:p-6',
        card.mine && !late && 'border-lime/50 bg-[linear-gradient(150deg,#16210f,#121a14_60%)]',
        late && 'border-amber/50 bg-panel',
        !card.mine && !late && 'border-line bg-panel',
      )}
    >
      <div aria-live="polite" className="flex flex-col items-start gap-2">
        <Tag tone={card.mine ? (late ? 'amber' : 'lime') : late ? 'amber' : undefined}>{t(tagOf(card, isOver, isInside(room)))}</Tag>
        <h2 tabIndex={-1} className="outline-none text-xl text-balance break-words md:text-2xl">
          {titleOf(card.code, room, t, values)}
        </h2>
        {at && (
          <p className="num text-[1.75rem] leading-snug md:text-[2.5rem]">
            <time dateTime={at}>
              <span className="whitespace-nowrap">
                {labels.day(at)}
                <span className="max-md:hidden"> {labels.year(at)}</span>
              </span>{' '}
              <span className="whitespace-nowrap">· {labels.time(at)}</span>
            </time>
          </p>
        )}
      </div>
      {at && (
        <p className="text-sm text-mute">
          {t('time.zone')} <OwnTime at={at} />
        </p>
      )}
      {proposal?.note && (card.code === 'side.answer_time' || card.code === 'side.wait_answer') && (
        <p className="border-l-2 border-line pl-3 break-words">{proposal.note}</p>
      )}
      {isOver && result && <Score room={room} />}
      {isOver && <NextMatchLine room={room} />}
      {card.until && (
        <p className="flex flex-wrap items-baseline gap-2 text-sm text-mute">
          {t(`until.${untilKey(card.code)}`)}
          <Countdown until={card.until} className={cx('text-xl', late ? 'text-amber' : 'text-text')} />
        </p>
      )}
      <Deadline now={room.now} className="text-sm text-mute" />
      {(card.code === 'staff.no_show' || !waitsForPromoter(room)) && <Text code={card.code} values={values} />}
      <WhoActs room={room} />
      {steps.problem && <ProblemNotice error={steps.problem} />}
      {card.code === 'staff.rule' || card.code === 'staff.no_show' ? (
        <div className="md:hidden">
          <Reports room={room} />
        </div>
      ) : null}
      <CardActions room={room} card={card} />
    </section>
  )
}

function tagOf({ mine, code }: NextCard, isOver: boolean, inside: boolean) {
  if (mine) return 'card.yourTurn'
  if (isOver) return 'card.over'
  return code === 'staff.none' ? 'card.clear' : inside ? 'card.wait' : 'card.watch'
}

type Say = ReturnType<typeof useTexts<'matches'>>

function titleOf(code: CardCode, room: MatchRoom, t: Say, values: Record<string, unknown>): string {
  const { reported, scheduledAt } = room.now
  if (code === 'side.play' && !scheduledAt) return t('title.untimed')
  // One side has reported, and the other contests it.
  const contested = !(reported.home && reported.away)
  if (contested && code === 'side.wait_ruling') return t('title.contested.side')
  if (code === 'staff.rule' && !decides(room)) return t(contested ? 'title.contested.side' : 'title.side.wait_ruling')
  if (contested && code === 'staff.rule') return t('title.contested.staff')
  if (code.endsWith('.done')) return doneTitle(room, t, values)
  return t(`title.${code}`, values)
}

function doneTitle({ now: { result, state }, me }: MatchRoom, t: Say, values: Record<string, unknown>): string {
  if (state === 'bye') return t('title.bye')
  if (!result) return t('title.over')
  if (result.outcome === 'double_forfeit') return t('title.both')
  if (!result.winner) return t('title.drawn')
  if (me.side) return t(result.winner === me.side ? 'title.won' : 'title.lost', values)
  return t(result.outcome === 'walkover' ? 'title.walkover' : 'title.winner', values)
}

/** Returns the time that the card is about. */
function bigTime(code: CardCode, { now: { proposal, scheduledAt } }: MatchRoom): string | undefined {
  if (code === 'side.answer_time' || code === 'side.wait_answer') return proposal?.at
  if (code === 'side.play' || code === 'side.wait_opponent' || code === 'watch.timed' || code === 'staff.none')
    return scheduledAt ?? undefined
  return undefined
}

function untilKey(code: CardCode) {
  switch (code) {
    case 'side.play':
    case 'watch.timed':
      return 'starts'
    case 'side.answer_time':
    case 'side.wait_answer':
      return 'expires'
    case 'side.propose_time':
      return 'settle'
    case 'side.contest':
    case 'side.wait_contest':
    case 'staff.no_show':
      return 'stands'
    case 'side.wait_report':
      return 'theirs'
    case 'side.confirm':
      return 'confirms'
    default:
      return 'left'
  }
}

/** Says why the viewer has no button. */
function WhoActs({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const { status, me } = useSession()
  const here = useRouterState({ select: ({ location }) => location.href })
  if (isInside(room) && me?.suspended) return <Notice tone="warn">{t('card.suspended')}</Notice>
  if (isSettledMatch(room.now.state)) return null
  if (room.me.side) return room.me.acts ? null : <p className="text-sm text-mute">{t(`card.captainActs.${room.reporter}`)}</p>
  if (waitsForPromoter(room)) return <p className="text-sm text-mute">{t('card.promoterDecides')}</p>
  if (status !== 'guest') return null
  return (
    <p className="text-sm">
      <Link to="/auth/login" search={{ returnTo: here }} className="inline-flex min-h-11 items-center underline underline-offset-2">
        {t('card.login')}
      </Link>
    </p>
  )
}

/** Nothing can be answered or reported any more. */

/** Details of the code; not every code has them. */
function Text({ code, values }: { code: CardCode; values: Record<string, unknown> }) {
  const t = useTexts('matches')
  return hasText('matches', `text.${code}`) ? <p className="text-mute">{t(`text.${code}` as 'text.side.report', values)}</p> : null
}

/** The result: games won by each side, and how it was decided. */
function Score({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { result } = room.now
  if (!result) return null
  const { homeScore, awayScore, games, outcome, by } = result
  const played = outcome === 'played' && homeScore !== null && homeScore !== undefined
  return (
    <div className="flex flex-col gap-1.5">
      {played && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span>{labels.short(room, 'home')}</span>
          <span className="num text-3xl whitespace-nowrap">
            {homeScore}–{awayScore}
          </span>
          <span>{labels.short(room, 'away')}</span>
        </p>
      )}
      {played && games && games.length > 0 && (
        <p className="num text-sm text-mute">
          {t('games')} {games.map(({ home, away }) => `${home}–${away}`).join(' · ')}
        </p>
      )}
      <p className="text-sm text-mute">{t(`by.${by}`, { at: result.decidedAt ? labels.at(result.decidedAt) : '' })}</p>
      {room.rulingReason && <p className="break-words [overflow-wrap:anywhere]">{t('reason', { reason: room.rulingReason })}</p>}
    </div>
  )
}

/** The side's next opponent, and when they play. */
function NextMatchLine({ room: { nextMatch } }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  if (!nextMatch) return null
  const { id, label, opponent, scheduledAt } = nextMatch
  return (
    <p className="break-words">
      {t(opponent ? 'nextMatch.known' : 'nextMatch.unknown', { match: labels.match(label), opponent })}
      {scheduledAt && <span className="num block">{labels.at(scheduledAt)}</span>}
      {scheduledAt && (
        <span className="block text-sm text-mute">
          {t('time.zone')} <OwnTime at={scheduledAt} />
        </span>
      )}
      <Link to="/esport/match/$id" params={{ id: String(id) }} className="inline-flex min-h-11 items-center underline underline-offset-2">
        {t('nextMatch.open')}
      </Link>
    </p>
  )
}
