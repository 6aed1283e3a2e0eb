import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useEntrantTexts } from '@/i18n/entrants'
import { type Live, useConnectionMark } from '@/live'
import { cx } from '@/ui/cx'
import { QueryError } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { entrantSource, matchSource, type Source } from './calls'
import { Composer } from './composer'
import { readThread } from './desk-queries'
import { gapOf, type KnownThread, newest } from './known'
import { BoxLog, PageLog } from './log'
import { MessageMenu } from './menu'
import { MessageView, PendingView } from './message'
import { useTellTyping, useTyping } from './people'
import { isTalk, readBy, type Row, rowsOf } from './rows'
import { waitingOf } from './outbox'
import type { Closed, Talk, TalkState } from './talk'
import type { ThreadMessage } from '@/api/generated'
import type { Outgoing } from './types'
import { useTalk } from './use-talk'

interface Common {
  /** For staff, who may hide messages. */
  staff: boolean
  /** Names of people who have not written yet, for who is typing. */
  names?: ReadonlyMap<number, string>
  /** The tournament is over: players cannot write any more. */
  closed?: Closed | undefined
  /** Classes that give it the height it needs. */
  className?: string
  /** It is a part of the page, which scrolls as a whole; the field and the newest message stay at the bottom of the screen. */
  page?: boolean
  /** Called with the number of others' messages that have not been in view. */
  onNewer?: (count: number) => void
}

interface MatchThreadProps extends Common {
  matchId: number
  live?: Live | undefined
  side?: 'home' | 'away' | null | undefined
  /** Renders a step of the match. */
  renderStep: (step: ThreadMessage) => ReactNode
}

/** The conversation of a match's room and the steps of the match, in one stream. @public */
export function MatchThread({ matchId, live, side, ...common }: MatchThreadProps) {
  const t = useEntrantTexts('messages')
  const source = useMemo(() => matchSource(matchId), [matchId])
  return <Thread {...common} source={source} live={live} label={t('match')} empty={t(side ? 'empty.match' : 'empty.room')} />
}

interface EntrantThreadProps extends Common {
  tournamentId: number
  contestantId: number
}

/** The conversation of an entrant and staff. */
export function EntrantThread({ tournamentId, contestantId, ...common }: EntrantThreadProps) {
  const t = useEntrantTexts('messages')
  const { staff } = common
  const client = useQueryClient()
  const source = useMemo(() => {
    const wasRead = (seq: number) => readThread(client, tournamentId, contestantId, seq)
    return { ...entrantSource(tournamentId, contestantId, staff), ...(staff && { wasRead }) }
  }, [client, tournamentId, contestantId, staff])
  return <Thread {...common} source={source} label={t('entrant')} empty={t(staff ? 'empty.staff' : 'empty.entrant')} />
}

interface ThreadProps extends Common {
  source: Source
  live?: Live | undefined
  label: string
  empty: string
  renderStep?: (step: ThreadMessage) => ReactNode
}

function Thread({
  source,
  live,
  label,
  empty,
  staff,
  names,
  closed,
  className = 'h-[min(70dvh,620px)]',
  page = false,
  onNewer,
  renderStep,
}: ThreadProps) {
  const me = useSession((session) => session.me?.id)
  const { talk, state, topic } = useTalk(source, live)
  const { known, outbox, problem, older } = state
  const over = staff ? undefined : (closed ?? state.closed)
  const last = gapOf(known)?.tail.at(-1) ?? known.items.at(-1)
  const typing = useTyping(topic, last)
  const tellTyping = useTellTyping(topic)
  const [chosen, setChosen] = useState<ThreadMessage>()
  const [replyTo, setReplyTo] = useState<Outgoing['replyTo']>()
  const [goTo, setGoTo] = useState<{ seq: number; asked: number }>()
  const t = useEntrantTexts('messages')
  const quoted = useCallback(
    (seq: number) =>
      void talk.reach(seq).then((reached) => {
        if (reached) setGoTo({ seq, asked: Date.now() })
        else void toast(t('goToFailed'), { tone: 'error' })
      }),
    [talk, t],
  )
  const unread = useUnread(state, me)
  const [section, foot] = useFoot()
  useEffect(() => onNewer?.(unread.newer), [onNewer, unread.newer])
  const rows = useMemo(() => rowsOf(known.items, outbox, unread.line, gapOf(known)), [known, outbox, unread.line])
  if (problem) return <QueryError problem={problemOf(problem)} onRetry={() => void talk.reread()} />
  if (known.threadId === undefined) return <div className={cx('skeleton', page ? 'h-80' : className)} />
  const draw = (row: Row) => (
    <ThreadRow
      row={row}
      talk={talk}
      known={known}
      me={me}
      staff={staff}
      source={source}
      onMenu={setChosen}
      onQuote={quoted}
      renderStep={renderStep}
    />
  )
  const Log = page ? PageLog : BoxLog
  const docked = page && (rows.length === 0 || !unread.atEnd)
  const typed = typingText(
    typing.filter((id) => !known.muted.includes(id)),
    (id) => names?.get(id) ?? known.items.findLast(({ userId }) => userId === id)?.name,
    t,
  )
  return (
    <section ref={section} tabIndex={-1} aria-label={label} className={cx('flex min-h-0 flex-col outline-none', className)}>
      {rows.length === 0 ? (
        <p className="grid min-h-0 flex-1 place-items-center p-6 text-center text-mute">{empty}</p>
      ) : (
        <Log
          key={unread.begins ? 'new' : 'all'}
          rows={rows}
          label={label}
          more={known.more}
          older={older}
          onOlder={() => void talk.older()}
          onGap={() => void talk.fillGap()}
          onSeen={(seq) => talk.read(seq)}
          onEnd={unread.onEnd}
          goTo={goTo}
          newer={unread.newer}
        >
          {draw}
        </Log>
      )}
      <NewestAnnouncement last={last} me={me} muted={known.muted} />
      {docked && <div aria-hidden="true" className="h-(--talk-foot)" />}
      <div
        ref={foot}
        // At the end of the log the foot ends the page, so that an on-screen keyboard pushes both up.
        className={cx(
          page && 'z-20 bg-ink px-4',
          page && (docked ? 'fixed inset-x-0 bottom-0 border-t border-line' : 'sticky bottom-0 -mx-4'),
        )}
        onFocus={({ target }) => page && target instanceof HTMLTextAreaElement && toEnd()}
      >
        {docked && rows.length > 0 && (
          <NewestLine
            newer={unread.newer}
            onGo={() => {
              // The line disappears at the end, and would take the focus with it.
              section.current?.focus({ preventScroll: true })
              toEnd()
            }}
          >
            {typed ?? previewOf([...known.items, ...(gapOf(known)?.tail ?? [])], known.muted, t)}
          </NewestLine>
        )}
        {!(docked && rows.length > 0) && (
          <p className="min-h-6 truncate overflow-x-clip overflow-y-visible py-0.5 text-sm text-mute">{typed}</p>
        )}
        <OfflineLine waiting={waitingOf(outbox)} quiet={docked} />
        {over ? (
          <p role="status" className="action-bar border-t border-line py-4 text-center text-mute">
            {t(`closed.${over}`)}
          </p>
        ) : (
          <Composer
            key={source.key}
            source={source}
            replyTo={replyTo}
            onReplyEnd={() => setReplyTo(undefined)}
            onSend={(message) => talk.post(message)}
            onTyping={tellTyping}
          />
        )}
      </div>
      {chosen && (
        <MessageMenu
          item={chosen}
          talk={talk}
          own={chosen.userId === me}
          staff={staff}
          muted={chosen.userId != null && known.muted.includes(chosen.userId)}
          onReply={() => {
            setReplyTo({ seq: chosen.seq, name: chosen.name, text: chosen.text ?? '' })
            setChosen(undefined)
          }}
          onEnd={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}

interface ThreadRowProps {
  row: Row
  talk: Talk
  known: KnownThread
  me: number | undefined
  staff: boolean
  source: Source
  onMenu: (item: ThreadMessage) => void
  onQuote: (seq: number) => void
  renderStep: ThreadProps['renderStep']
}

/** A row of the log: a message, a pending one, or a step of the match. */
function ThreadRow({ row, talk, known, me, staff, source, onMenu, onQuote, renderStep }: ThreadRowProps) {
  if (row.type === 'pending')
    return (
      <PendingView
        entry={row.entry}
        source={source}
        onResend={(clientId) => talk.resend(clientId)}
        onDiscard={(clientId) => talk.discard(clientId)}
      />
    )
  if (row.type !== 'message') return null
  const { item, follows } = row
  if (!isTalk(item)) return <div className="pt-3">{renderStep?.(item)}</div>
  const own = item.userId != null && item.userId === me
  return (
    <MessageView
      item={item}
      own={own}
      follows={follows}
      muted={item.userId != null && known.muted.includes(item.userId)}
      staff={staff}
      read={own ? readBy(item, known.read) : 'none'}
      source={source}
      onMenu={onMenu}
      onQuote={onQuote}
    />
  )
}

/** Sets the height of the visible foot, for the parts above it: `--talk-foot`. */
function useFoot() {
  const section = useRef<HTMLElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = foot.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => section.current?.style.setProperty('--talk-foot', `${element.offsetHeight}px`))
    observer.observe(element, { box: 'border-box' })
    return () => observer.disconnect()
  })
  return [section, foot] as const
}

/** Returns the position of the line above new messages, and how many came out of view. */
function useUnread({ known, unreadFrom }: TalkState, me: number | undefined) {
  const last = newest(known)
  const isNew = (item: ThreadMessage, after: number) => item.seq > after && isOthers(item, me, known.muted)
  const firstNew = (after: number) => known.items.find((item) => isNew(item, after))?.seq
  const [line, setLine] = useState<number>()
  const [state, setState] = useState({ opened: false, at: 0, begins: false })
  const [atEnd, setAtEnd] = useState(true)
  // Rendered again at once, before anything is shown. The state of an earlier visit does not cover what came since.
  if (unreadFrom !== undefined && !state.opened) {
    const first = firstNew(unreadFrom)
    setState({ opened: true, at: last, begins: first !== undefined })
    setLine(first)
  } else if (state.opened && last > state.at) {
    setState({ ...state, at: last })
    if (!atEnd && (line === undefined || line <= known.mine)) setLine(firstNew(state.at))
  }
  return {
    line,
    /** It opens at that line. */
    begins: state.begins,
    newer: known.items.filter((item) => isNew(item, known.mine)).length + (gapOf(known)?.count ?? 0),
    atEnd,
    onEnd: setAtEnd,
  }
}

/** Whether another user wrote it whom the reader has not muted. */
const isOthers = ({ userId }: ThreadMessage, me: number | undefined, muted: readonly number[]): boolean =>
  userId !== me && !(userId != null && muted.includes(userId))

/** The newest message, in one line; hidden or muted ones are left out. */
function previewOf(
  items: readonly ThreadMessage[],
  muted: readonly number[],
  t: ReturnType<typeof useEntrantTexts<'messages'>>,
): string | undefined {
  const item = items.findLast((each) => isTalk(each) && !each.hidden && !(each.userId != null && muted.includes(each.userId)))
  return item && `${item.name}: ${item.text || t('sentPictures.count', { count: item.pictures.length })}`
}

/** Announces the latest message to screen readers. */
function NewestAnnouncement({ last, me, muted }: { last: ThreadMessage | undefined; me: number | undefined; muted: readonly number[] }) {
  const t = useEntrantTexts('messages')
  const [first] = useState(last?.seq)
  const told = last && last.seq !== first && isOthers(last, me, muted) && isTalk(last) && !last.hidden
  const news = told ? last : undefined
  const words = news && (news.text || t('sentPictures.count', { count: news.pictures.length }))
  return (
    <p role="status" className="sr-only">
      {news && t('said', { name: news.name, text: words })}
    </p>
  )
}

/** Returns who is typing, in one line. */
function typingText(
  ids: readonly number[],
  nameOf: (id: number) => string | undefined,
  t: ReturnType<typeof useEntrantTexts<'messages'>>,
): string | undefined {
  const [id] = ids
  if (id === undefined) return undefined
  const name = nameOf(id)
  return name === undefined ? t('typing.some') : t(ids.length > 1 ? 'typing.more' : 'typing.one', { name })
}

/** Scrolls to the end of the page, where the newest message is above the field. */
const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight })

/** The newest message while the log's end is out of view, with a button to go there. */
function NewestLine({ newer, onGo, children }: { newer: number; onGo: () => void; children: string | undefined }) {
  const t = useEntrantTexts('messages')
  return (
    <button type="button" onClick={onGo} className="-mx-4 flex min-h-11 w-[calc(100%+2rem)] items-center gap-2.5 px-4 text-left text-sm">
      {newer > 0 && (
        <span className="num flex-none rounded-full bg-lime px-2 text-xs leading-5 text-ink">
          {newer}
          <span className="sr-only"> {t('newer.count', { count: newer })}</span>
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate overflow-x-clip overflow-y-visible text-mute">
        {children ?? t('toNewest')}
      </span>
      <ChevronDown className="size-4 flex-none text-mute" aria-hidden="true" />
    </button>
  )
}

/** `quiet`: repeats nothing that the page above already shows. */
function OfflineLine({ waiting, quiet }: { waiting: number; quiet: boolean }) {
  const t = useEntrantTexts('messages')
  const { label } = useConnectionMark()
  const away = label === 'offline' || label === 'backIn'
  return (
    <p role="status" className="rounded-control bg-amber-dim px-3 py-2 text-sm text-amber empty:hidden">
      {away && (waiting > 0 ? t('offlineWaiting.count', { count: waiting }) : !quiet && t('offline'))}
    </p>
  )
}
