import type { MatchRoom } from '@/api/generated'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '@/i18n'
import { serverNow } from '@/live'
import { proposeTime, replaceProposal } from './calls'
import { mayPropose } from './next'
import { calendarQuery } from './queries'
import { useRoomActs } from './room-context'
import { useMatchLabels } from './labels'

/** The three times at which most players of both sides are free: one tap proposes one. */
export function CommonSlots({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { steps } = useRoomActs()
  const shown = room.me.acts && Boolean(room.me.side) && mayPropose(room.now, serverNow()) && !room.now.scheduledAt
  const { data, error } = useQuery({ ...calendarQuery(room.id, room.now.version), enabled: shown })
  const { proposal } = room.now
  const slots = data?.slots.filter(({ at }) => Date.parse(at) !== Date.parse(proposal?.at ?? '')) ?? []
  if (!shown || (error && !data) || (data && slots.length === 0)) return null
  const propose = (at: string) =>
    steps.run(`slot ${at}`, () => (proposal ? replaceProposal(proposal.id, at, '') : proposeTime(room.id, at, '')))
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-base">
        {t('time.common')} <span className="text-sm font-normal text-mute">{t('time.zone')}</span>
      </h2>
      <ul className="grid grid-cols-3 gap-2 md:gap-3">
        {data
          ? slots.map(({ at, free, of }) => (
              <li key={at}>
                <button
                  type="button"
                  aria-busy={steps.busy === `slot ${at}` || undefined}
                  disabled={steps.busy !== undefined}
                  onClick={() => propose(at)}
                  className="relative flex w-full flex-col rounded-control border border-line bg-panel px-3 py-2.5 text-left hover:border-lime aria-busy:border-lime"
                >
                  <span className="sr-only">{t('do.propose')}</span>
                  <span className="text-sm text-mute">{labels.day(at)}</span>
                  <span className="num text-xl">{labels.time(at)}</span>
                  {labels.own(at) && <span className="text-xs break-words text-mute">{labels.own(at)}</span>}
                  <span className="text-xs text-mute">
                    {steps.busy === `slot ${at}` ? t('do.proposing') : t('time.free', { free, of })}
                  </span>
                </button>
              </li>
            ))
          : [0, 1, 2].map((each) => <li key={each} aria-hidden="true" className="skeleton h-24" />)}
      </ul>
    </section>
  )
}
