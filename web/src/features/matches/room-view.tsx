import type { MatchRoom } from '@/api/generated'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useState } from 'react'
import { texts } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/feedback'
import { Facts } from './facts'
import { LiveLine, RoomHeader } from './header'
import { nextCard } from './next'
import { NextActionCard } from './next-card'
import { Progress } from './progress'
import { Reports } from './reports'
import { isInside } from './room'
import { useAccessEnd } from './use-access-end'
import { useNextFocus } from './use-next-focus'
import { type Doing, RoomActsContext } from './room-context'
import { Rosters } from './rosters'
import { CommonSlots } from './slots'
import { StaffTools } from './staff-tools'
import { useSteps } from './use-step'
import { part } from '@/ui/load'

const Talk = part(async () => {
  const [{ Talk }] = await Promise.all([import('./talk'), texts('messages')()])
  return { default: Talk }
})
const NotifyMe = part(async () => {
  const [page] = await Promise.all([import('@/features/notices/notify-me'), texts('notices')()])
  return page
})
const RoomDialog = part(async () => ({ default: (await import('./dialogs')).RoomDialog }))

/** On a phone the next step is on top and the rest behind tabs; on a wide screen everything is visible. */
export function RoomView({ room }: { room: MatchRoom }) {
  const t = useEntrantTexts('matches')
  const steps = useSteps(room.now.version)
  const inside = isInside(room)
  const ended = useAccessEnd(room)
  const { box, onFocus } = useNextFocus(room.now.version)
  const [doing, setDoing] = useState<Doing>()
  const [newer, setNewer] = useState(0)
  const open = (next: Doing | undefined) => {
    // A refusal shown elsewhere is not repeated in the dialog.
    steps.forget()
    setDoing(next)
  }
  return (
    <RoomActsContext value={{ steps, open }}>
      {ended && (
        <div role="alert" className="mb-4">
          <Notice tone="warn">{t(`ended.${ended}`)}</Notice>
        </div>
      )}
      <div
        ref={box}
        onFocus={onFocus}
        className={cx('grid grid-cols-1 items-start gap-5 md:gap-x-8', inside ? COLUMNS.talk : COLUMNS.plain)}
      >
        <div className="md:col-start-1 md:row-start-1">
          <RoomHeader room={room} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 md:col-start-2 md:row-span-2 md:row-start-1 md:gap-6">
          <LiveLine room={room} />
          <NextActionCard room={room} />
          <CommonSlots room={room} />
          <Progress now={room.now} />
          {inside && (
            <Suspense fallback={null}>
              <NotifyMe />
            </Suspense>
          )}
        </div>
        <Parts
          newer={newer}
          parts={{
            ...(inside && {
              chat: (
                <Suspense fallback={<div className="skeleton h-full min-h-80" />}>
                  <Talk room={room} onNewer={setNewer} />
                </Suspense>
              ),
            }),
            match: (
              <div className="flex flex-col gap-6">
                <StaffTools room={room} />
                <div className={cx(isRuled(room) && 'max-md:hidden')}>
                  <Reports room={room} />
                </div>
                <Facts room={room} />
              </div>
            ),
            teams: <Rosters room={room} />,
          }}
        />
      </div>
      {doing && (
        <Suspense fallback={null}>
          <RoomDialog room={room} doing={doing} onDoing={open} />
        </Suspense>
      )}
    </RoomActsContext>
  )
}

/** On a phone the reports are then in the card, beside the decision. */
const isRuled = (room: MatchRoom) => ['staff.rule', 'staff.no_show'].includes(nextCard(room).code)

const COLUMNS = {
  talk: 'md:grid-cols-[220px_minmax(0,1fr)_330px]',
  plain: 'md:grid-cols-[250px_minmax(0,1fr)]',
}

const NAMES = ['chat', 'match', 'teams'] as const
type Name = (typeof NAMES)[number]

/** Tabs on a phone, columns on a wide screen; each part is in the page once. */
function Parts({ parts, newer }: { parts: Partial<Record<Name, ReactNode>>; newer: number }) {
  const t = useEntrantTexts('matches')
  const id = useId()
  const names = NAMES.filter((name) => parts[name])
  const [wanted, setChosen] = useState<Name>('chat')
  const chosen = names.includes(wanted) ? wanted : 'match'
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length] ?? 'match'
    setChosen(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={t('parts.label')} className="grid auto-cols-fr grid-flow-col border-b border-line md:hidden">
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={chosen === name}
            aria-controls={`${id}-${name}-part`}
            tabIndex={chosen === name ? 0 : -1}
            onKeyDown={walk}
            onClick={() => setChosen(name)}
            className={cx(
              'num min-h-12 border-b-2 focus-visible:-outline-offset-2',
              chosen === name ? 'border-lime' : 'border-transparent text-mute',
            )}
          >
            {t(`parts.${name}`)}
            {name === 'chat' && newer > 0 && chosen !== name && (
              <span className="ml-2 rounded-full bg-lime px-2 text-xs leading-5 text-ink">{newer}</span>
            )}
          </button>
        ))}
      </div>
      {names.map((name) => (
        <div
          key={name}
          id={`${id}-${name}-part`}
          role="tabpanel"
          aria-labelledby={`${id}-${name}`}
          data-folded={chosen !== name || undefined}
          className={cx(PLACES[name], chosen !== name && 'max-md:hidden')}
        >
          {parts[name]}
        </div>
      ))}
    </>
  )
}

const PLACES: Record<Name, string> = {
  // On a phone the page scrolls as a whole and ends with the field; otherwise it fills the height between the bars.
  chat: 'max-md:-mb-[calc(var(--covered)+1.5rem)] md:sticky md:top-20 md:col-start-3 md:row-span-4 md:row-start-1 md:h-[calc(100dvh-6rem)] md:border-l md:border-line md:pl-5',
  match: 'md:col-start-2 md:row-start-3',
  teams: 'md:col-start-1 md:row-span-2 md:row-start-2',
}
