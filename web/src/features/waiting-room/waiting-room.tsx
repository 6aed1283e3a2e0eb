import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flashLineJoin, flashLineLeave, type RoomLive, type WaitingPlace } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { Elsewhere } from '@/features/catalogue/elsewhere-lazy'
import { loadWayBack } from '@/features/orders/way-back'
import { texts, useContent, useTexts } from '@/i18n'
import { formatTime } from '@/i18n/format'
import { serverNow, useTopic } from '@/live'
import { ConnectionMark } from '@/live/connection-mark'
import { Button, buttonClass } from '@/ui/button'
import { clockTime, isSpoken, useSecondsLeft } from '@/ui/countdown'
import { Cover } from '@/ui/cover'
import { Dialog } from '@/ui/dialog'
import { part } from '@/ui/load'
import { ProgressBar } from '@/ui/progress-bar'
import { QueryError, useProblemText } from '@/ui/query-error'
import { isOutdated, numberNow, placeQuery, turnAt, withRoom } from './place'
import { useSeldom } from './use-seldom'

const NotifyMe = part(async () => {
  const [page] = await Promise.all([import('@/features/notices/notify-me'), texts('notices')()])
  return page
})

const SPOKEN_EVERY_MS = 10_000

interface WaitingRoomProps {
  sale: number
  /** Joins at once: the person was sent here from the checkout. */
  joins: boolean
  /** Called once the person has joined or left, so that a reload does not join again. */
  onJoined: () => void
}

/** The waiting room of a flash sale: the place in line, the turn, and what follows. */
export function WaitingRoom({ sale, joins, onJoined }: WaitingRoomProps) {
  const t = useTexts('line')
  const client = useQueryClient()
  const problemText = useProblemText()
  const me = useSession((session) => session.me)
  const query = placeQuery(sale, me?.id)
  const { data: place, dataUpdatedAt, error, refetch } = useQuery(query)
  const show = (next: WaitingPlace) => client.setQueryData(query.queryKey, next)
  const join = useMutation({
    mutationFn: () => answerOf(flashLineJoin({ body: { flashSaleId: sale } })),
    onSuccess: show,
    onSettled: onJoined,
  })
  const leave = useMutation({ mutationFn: () => answerOf(flashLineLeave({ body: { flashSaleId: sale } })), onSuccess: show })
  const joinOnce = useEffectEvent(() => join.mutate())
  useEffect(() => {
    if (joins) joinOnce()
  }, [joins])
  const hear = (room: RoomLive) => client.setQueryData(query.queryKey, (shown) => shown && withRoom(shown, room))
  const again = () => void refetch()
  useTopic(place?.live, { 'line.changed': hear }, { onReload: again })
  useTopic(me?.live, { 'turn.changed': (turn) => turn.flashSaleId === sale && again() }, { onReload: again })
  const outdated = place !== undefined && isOutdated(place)
  const readAgain = useEffectEvent(again)
  useEffect(() => {
    if (outdated) readAgain()
  }, [outdated])
  if (error && !place) return <QueryError page problem={problemOf(error)} onRetry={again} />
  if (!place || (joins && join.isPending)) return <div className="skeleton mx-auto h-[640px] max-w-md" aria-label={t('heading')} />
  const refused = join.error ?? leave.error
  return (
    <div className="mx-auto flex max-w-md flex-col gap-4">
      <Heading place={place} />
      {place.state === 'waiting' && (
        <InLine place={place} readAt={dataUpdatedAt} leaving={leave.isPending} onLeave={() => leave.mutate()} />
      )}
      {place.state === 'admitted' && (
        <Turn place={place} leaving={leave.isPending} onLeave={() => leave.mutate()} onPassed={again} userId={me?.id} />
      )}
      {place.state === 'ordered' && <Ordered place={place} />}
      {place.state === 'left' && <NotInLine place={place} joining={join.isPending} onJoin={() => join.mutate()} />}
      {place.state === 'over' && <Over place={place} />}
      {refused && (
        <p role="alert" className="text-red">
          {problemText(problemOf(refused))}
        </p>
      )}
    </div>
  )
}

function Heading({ place }: { place: WaitingPlace }) {
  const t = useTexts('line')
  const content = useContent()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="text-xl break-words">
          {t('heading')} <span className="whitespace-nowrap">{content(place.name)}</span>
        </h1>
        <ConnectionMark />
      </div>
      <Cover hue={place.hue} motif={place.motif} glyph={place.glyph} ratio="16:9" className="block h-28 w-full rounded-panel" />
    </>
  )
}

interface Leaving {
  leaving: boolean
  onLeave: () => void
}

interface InLineProps extends Leaving {
  place: WaitingPlace
  /** Time of the last reading or announcement, from which the turn is estimated, in Unix milliseconds */
  readAt: number
}

function InLine({ place, readAt, leaving, onLeave }: InLineProps) {
  const t = useTexts('line')
  const number = numberNow(place) ?? 1
  const said = useSeldom(number === 1 ? t('next') : t('ahead', { count: number - 1 }), SPOKEN_EVERY_MS)
  const { room } = place
  const at = turnAt(number, room, readAt)
  return (
    <>
      <div className="text-center">
        <p className="text-mute">{t('yourNumber')}</p>
        <p className="num text-[72px] leading-none" aria-hidden="true">
          {number}
        </p>
        <p className="text-sm text-mute" aria-hidden="true">
          {number === 1 ? t('next') : t('ahead', { count: number - 1 })}
        </p>
        <p aria-live="polite" className="sr-only">
          {said}
        </p>
        <p className="mt-2 text-sm text-lime">
          {room.perMinute != null && at !== undefined
            ? `${t('speed', { count: room.perMinute })} · ${t('turnAbout', { time: formatTime(at, false) })}`
            : t('noSpeed')}
        </p>
      </div>
      <ProgressBar value={room.serving} of={place.ticket ?? undefined} label={t('progress')} />
      <Pieces room={room} />
      <section className="rounded-panel border border-line bg-panel p-4">
        <h2 className="text-base">{t('keepTitle')}</h2>
        <p className="mt-1 text-sm text-mute">{t('keepText')}</p>
        <p className="mt-2 text-sm text-mute">{t('ready')}</p>
      </section>
      <Suspense>
        <NotifyMe />
      </Suspense>
      <Leave title={t('leaveTitle')} text={t('leaveText')} action={t('leave')} leaving={leaving} onLeave={onLeave} />
    </>
  )
}

function Pieces({ room }: { room: RoomLive }) {
  const t = useTexts('line')
  return (
    <dl className="grid grid-cols-3 gap-2 text-center">
      {(['total', 'sold', 'paying'] as const).map((part) => (
        <div key={part} className="flex flex-col-reverse rounded-panel border border-line bg-panel px-1 py-3">
          <dt className="text-sm text-mute">{t(part)}</dt>
          <dd className="num text-xl">{room[part]}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TurnProps extends Leaving {
  place: WaitingPlace
  userId: number | undefined
  /** Called when the time is up. */
  onPassed: () => void
}

function Turn({ place, userId, leaving, onLeave, onPassed }: TurnProps) {
  const t = useTexts('line')
  const until = place.payUntil ? Date.parse(place.payUntil) : undefined
  const left = useSecondsLeft(until, serverNow)
  const passed = useEffectEvent(onPassed)
  const isPassed = left === 0
  useEffect(() => {
    if (isPassed) passed()
  }, [isPassed])
  const heading = useRef<HTMLHeadingElement>(null)
  // The page may have been left alone for long: the turn is announced and in view.
  useEffect(() => heading.current?.focus(), [])
  const back = loadWayBack(userId, place.flashSaleId)
  return (
    <section className="rounded-panel border border-lime bg-lime-dim p-5 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-2xl text-lime outline-none">
        {t('turn')}
      </h2>
      <p className="mt-1">{t('turnText')}</p>
      {left !== undefined && (
        <p className="mt-3">
          <span className="block text-sm text-mute">{t('timeLeft')}</span>
          <span className="num text-5xl" aria-hidden="true">
            {clockTime(left)}
          </span>
          <span aria-live="polite" className="sr-only">
            {isSpoken(left) && `${t('timeLeft')} ${clockTime(left)}`}
          </span>
        </p>
      )}
      <div className="mt-4 flex flex-col gap-2">
        {back === undefined ? (
          <Link
            to="/games/$id"
            params={{ id: place.gameSlug }}
            search={{ product: place.productId }}
            className={buttonClass('primary', 'md', true)}
          >
            {t('payNow')}
          </Link>
        ) : (
          <Link to={back} className={buttonClass('primary', 'md', true)}>
            {t('payNow')}
          </Link>
        )}
        <Leave title={t('giveUpTitle')} text={t('giveUpText')} action={t('giveUp')} leaving={leaving} onLeave={onLeave} />
      </div>
    </section>
  )
}

function Ordered({ place }: { place: WaitingPlace }) {
  const t = useTexts('line')
  return (
    <section className="rounded-panel border border-line bg-panel p-5 text-center">
      <h2 className="text-xl">{t('ordered')}</h2>
      <p className="mt-1 text-mute">
        {place.orderNumber == null
          ? t('orderedElsewhere')
          : place.payUntil &&
            Date.parse(place.payUntil) > Date.parse(place.now) &&
            t('orderedText', { time: formatTime(place.payUntil, false) })}
      </p>
      {place.orderNumber != null && (
        <Link to="/promtpay" search={{ number: place.orderNumber }} className={`${buttonClass('primary')} mt-4`}>
          {t('seeOrder')}
        </Link>
      )}
    </section>
  )
}

function NotInLine({ place, joining, onJoin }: { place: WaitingPlace; joining: boolean; onJoin: () => void }) {
  const t = useTexts('line')
  return (
    <section className="rounded-panel border border-line bg-panel p-5 text-center" aria-live="polite">
      <h2 className="text-xl">{t(place.turnMissed ? 'missed' : 'left')}</h2>
      <p className="mt-1 text-mute">{t(place.turnMissed ? 'missedText' : 'leftText')}</p>
      <Button look="primary" className="mt-4" busy={joining} onClick={onJoin}>
        {t(place.ticket == null ? 'join' : 'joinAgain')}
      </Button>
    </section>
  )
}

function Over({ place }: { place: WaitingPlace }) {
  const t = useTexts('line')
  return (
    <>
      <section className="rounded-panel border border-line bg-panel p-5 text-center" aria-live="polite">
        <h2 className="text-xl">{t('over')}</h2>
        <p className="mt-1 text-mute">{t('overText')}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Link to="/games" className={buttonClass('plain')}>
            {t('choose')}
          </Link>
          <Link to="/games/$id" params={{ id: place.gameSlug }} search={{ product: place.productId }} className={buttonClass('primary')}>
            {t('toGame')}
          </Link>
        </div>
      </section>
      <Suspense>
        <Elsewhere />
      </Suspense>
    </>
  )
}

interface LeaveProps extends Leaving {
  title: string
  text: string
  action: string
}

/** Leaving is confirmed: the place cannot be had again. */
function Leave({ title, text, action, leaving, onLeave }: LeaveProps) {
  const t = useTexts('line')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" wide busy={leaving} onClick={() => setOpen(true)}>
        {action}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        actions={
          <>
            <Button
              look="danger"
              onClick={() => {
                setOpen(false)
                onLeave()
              }}
            >
              {action}
            </Button>
            <Button look="primary" onClick={() => setOpen(false)}>
              {t('stay')}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  )
}
