import type { MatchRoom } from '@/api/generated'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '@/i18n'
import { AskPromoter } from './ask-promoter'
import { OwnTime } from './deadline'
import { useMatchLabels } from './labels'

/** The rules of this match: its window, its length, its automatic steps, and its contacts. */
export function Facts({ room }: { room: MatchRoom }) {
  const t = useTexts('matches')
  const labels = useMatchLabels()
  const { window, scheduledAt, timeSource } = room.now
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base">{t('facts.heading')}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        {scheduledAt && (
          <Fact name={t('facts.time')}>
            {labels.at(scheduledAt)} <OwnTime at={scheduledAt} />{' '}
            {timeSource && <span className="text-mute">· {t(`source.${timeSource}`)}</span>}
          </Fact>
        )}
        <Fact name={t('facts.series')}>{t('facts.bestOf', { bestOf: room.bestOf, count: Math.floor(room.bestOf / 2) + 1 })}</Fact>
        <Fact name={t('facts.window')}>
          {t('facts.between', { from: labels.at(window.opensAt), to: labels.at(window.closesAt) })}
          {labels.own(window.opensAt) && (
            <span className="block text-mute">
              {t('time.own', { at: t('facts.between', { from: labels.own(window.opensAt), to: labels.own(window.closesAt) }) })}
            </span>
          )}
        </Fact>
        {window.defaultAt && (
          <Fact name={t('facts.default')}>
            {labels.at(window.defaultAt)} <OwnTime at={window.defaultAt} />
          </Fact>
        )}
        {window.settleBy && (
          <Fact name={t('facts.settleBy')}>
            {labels.at(window.settleBy)} <OwnTime at={window.settleBy} />
          </Fact>
        )}
        <Fact name={t('facts.hours')}>{t('facts.hoursOf', { from: hour(room.hours.from), to: hour(room.hours.to) })}</Fact>
        <Fact name={t('facts.length')}>{t('facts.minutes', { count: room.gameMinutes })}</Fact>
        <Fact name={t('facts.report')}>{t('facts.confirm', { count: room.confirmMinutes })}</Fact>
        {room.contact && <Fact name={t('facts.contact')}>{contactOf(room.contact)}</Fact>}
      </dl>
      <p className="text-sm text-mute">{t('time.zone')}</p>
      {room.me.side && (
        <p>
          <AskPromoter room={room} />
        </p>
      )}
      <Link
        to="/esport/tournament/$id/$tab"
        params={{ id: String(room.tournament.id), tab: 'rules' }}
        className="min-h-11 self-start py-2.5 text-sm underline underline-offset-2"
      >
        {t('facts.rules')}
      </Link>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-mute">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

function contactOf(contact: string): ReactNode {
  return /^https?:\/\//.test(contact) ? (
    <a href={contact} target="_blank" rel="noreferrer" className="underline underline-offset-2">
      {contact}
    </a>
  ) : (
    contact
  )
}
