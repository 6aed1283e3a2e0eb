import type { MatchRoom, MatchSide, ThreadMessage } from '@/api/generated'
import { useTexts } from '@/i18n'
import { cx } from '@/ui/cx'
import { AnswerTime } from './card-actions'
import { OwnTime } from './deadline'
import { useMatchLabels } from './labels'

const KINDS = [
  'time_proposed',
  'time_countered',
  'time_agreed',
  'time_set',
  'time_default',
  'time_declined',
  'time_withdrawn',
  'time_expired',
  'score_reported',
  'no_show_reported',
  'no_show_contested',
  'disputed',
  'match_decided',
  'match_reset',
  'sides_changed',
] as const

type StepKind = (typeof KINDS)[number]

const NAMED: ReadonlySet<StepKind> = new Set(['time_proposed', 'time_countered', 'match_decided', 'disputed', 'no_show_reported'])

/** A step of the match within the conversation; an open one can be answered in place. */
export function StepCard({ message, room }: { message: ThreadMessage; room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const kind = KINDS.find((known) => known === message.kind)
  if (!kind) return null
  const data = (message.data ?? {}) as Readonly<Record<string, unknown>>
  const at = typeof data.at === 'string' ? data.at : undefined
  const { proposal } = room.now
  const isOpen = (kind === 'time_proposed' || kind === 'time_countered') && proposal !== null && proposal?.id === data.proposalId
  const toAnswer = isOpen && room.me.acts && room.me.side && proposal?.side !== room.me.side
  const said = t(`step.${kind}`, {
    name: message.name,
    team: isSide(message.side) ? labels.name(room, message.side) : '',
    absent: isSide(data.absent) ? labels.name(room, data.absent) : '',
  })
  const detail = detailOf(kind, data, room, t, labels)
  return (
    <div
      className={cx(
        'mx-auto flex w-full max-w-sm flex-col gap-1.5 rounded-panel border px-4 py-3',
        toAnswer ? 'border-lime/50 bg-panel' : 'border-line',
        !NAMED.has(kind) && 'bg-transparent',
      )}
    >
      <p className="text-sm break-words text-mute">{said}</p>
      {at && (
        <p
          className={cx(
            'num text-lg',
            (kind === 'time_declined' || kind === 'time_withdrawn' || kind === 'time_expired') && 'text-mute line-through',
          )}
        >
          {labels.at(at)} <span className="text-xs font-normal text-mute">{t('time.zone')}</span>
        </p>
      )}
      {at && labels.own(at) && (
        <p className="text-xs text-mute">
          <OwnTime at={at} />
        </p>
      )}
      {detail && <p className="break-words">{detail}</p>}
      {isOpen && !toAnswer && <p className="text-sm text-mute">{t('step.open')}</p>}
      {toAnswer && <AnswerTime room={room} small />}
    </div>
  )
}

const isSide = (side: unknown): side is MatchSide => side === 'home' || side === 'away'

function detailOf(
  kind: StepKind,
  data: Readonly<Record<string, unknown>>,
  room: MatchRoom,
  t: ReturnType<typeof useTexts<'matches'>>,
  labels: ReturnType<typeof useMatchLabels>,
): string | undefined {
  if (kind === 'match_decided') {
    if (data.outcome === 'double_forfeit') return t('title.both')
    const winner = isSide(data.winner) ? labels.name(room, data.winner) : undefined
    if (data.outcome === 'walkover') return t('title.walkover', { winner })
    return t('step.result', {
      home: labels.short(room, 'home'),
      away: labels.short(room, 'away'),
      score: `${data.homeScore}–${data.awayScore}`,
    })
  }
  if (kind === 'no_show_reported' && typeof data.standsAt === 'string') return t('step.stands', { at: labels.at(data.standsAt) })
  const own = data.note ?? data.reason
  return typeof own === 'string' && own !== '' ? own : undefined
}
