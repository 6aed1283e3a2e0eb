import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { type MembershipOffer as Offer, teamAcceptInvitation, teamAcceptOffer, teamCancelOffer, teamDeclineOffer } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { hueOf, TeamLogo } from '@/ui/team-logo'
import { teamOffersQuery } from './queries'
import { Refusal, useTeamAction } from './use-team-action'
import { useTimeLeft } from './labels'

const call = (does: typeof teamAcceptOffer | typeof teamCancelOffer, { id }: Offer) => answerOf<unknown>(does({ path: { id } }))

/** Requests that wait for the captain, and invitations that wait for others. */
export function TeamOffers({ teamId, disabled }: { teamId: number; disabled: boolean }) {
  const t = useTexts('teams')
  const left = useTimeLeft()
  const { data } = useQuery(teamOffersQuery(teamId))
  const { act, busy, doing, error } = useTeamAction()
  if (!data || data.requests.length + data.invitations.length === 0) return <Refusal error={error} />
  return (
    <section aria-label={t('invited.heading')} className="flex flex-col gap-3">
      <Refusal error={error} />
      {data.requests.map((offer) => {
        const { displayName: name, picture } = offer.user
        const accept = { call: () => call(teamAcceptOffer, offer), done: t('done.accepted', { name }) }
        const decline = { call: () => call(teamDeclineOffer, offer), done: t('done.declined') }
        return (
          <OfferCard
            key={offer.id}
            icon={<Avatar name={name} picture={picture} hue={hueOf(name)} />}
            title={t('request.asks', { name })}
            note={left(offer.expiresAt)}
            accept={t('request.accept')}
            decline={t('request.decline')}
            disabled={disabled}
            busy={busy}
            onAccept={() => act(accept)}
            onDecline={() => act(decline)}
          />
        )
      })}
      {data.invitations.length > 0 && (
        <ul>
          {data.invitations.map((offer) => {
            const name = offer.user.displayName
            const cancel = { call: () => call(teamCancelOffer, offer), done: t('done.cancelled') }
            return (
              <WaitingRow
                key={offer.id}
                icon={<SentMark />}
                title={t('invited.text', { name })}
                note={t('invited.waits', { left: left(offer.expiresAt) })}
                label={t('invited.cancelOf', { name })}
                disabled={disabled}
                busy={busy && doing?.done === cancel.done}
                onCancel={() => act(cancel)}
              />
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** Teams that have invited the user. */
export function Invitations({ offers, disabled }: { offers: Offer[]; disabled: boolean }) {
  const t = useTexts('teams')
  const left = useTimeLeft()
  const { act, busy, error } = useTeamAction()
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-3">
      <h2 id="invitations" className="text-xl">
        {t('invitation.heading')}
      </h2>
      <Refusal error={error} />
      {offers.map((offer) => {
        const { team } = offer
        const accept = { call: () => call(teamAcceptInvitation, offer), done: t('done.joined', { name: team.name }) }
        const decline = { call: () => call(teamDeclineOffer, offer), done: t('done.declined') }
        return (
          <OfferCard
            key={offer.id}
            icon={<TeamLogo {...team} />}
            title={
              <Link to="/esport/team/$id" params={{ id: String(team.id) }} className="hover:text-lime">
                {t('invitation.text', { name: team.name })}
              </Link>
            }
            note={t('invitation.note', { size: t('size', { count: team.members }), left: left(offer.expiresAt) })}
            accept={t('invitation.accept')}
            decline={t('invitation.decline')}
            disabled={disabled}
            busy={busy}
            onAccept={() => act(accept)}
            onDecline={() => act(decline)}
          />
        )
      })}
      {offers.length > 1 && <p className="text-sm text-mute">{t('invitation.others')}</p>}
    </section>
  )
}

/** The user's own requests to join. */
export function Requests({ offers }: { offers: Offer[] }) {
  const t = useTexts('teams')
  const left = useTimeLeft()
  const { act, busy, error } = useTeamAction()
  return (
    <section aria-labelledby="requests" className="flex flex-col gap-2">
      <h2 id="requests" className="text-xl">
        {t('request.heading')}
      </h2>
      <Refusal error={error} />
      <ul>
        {offers.map((offer) => (
          <WaitingRow
            key={offer.id}
            icon={<TeamLogo {...offer.team} />}
            title={t('request.text', { name: offer.team.name })}
            note={left(offer.expiresAt)}
            label={t('request.cancelOf', { name: offer.team.name })}
            disabled={false}
            busy={busy}
            onCancel={() => act({ call: () => call(teamCancelOffer, offer), done: t('done.cancelled') })}
          />
        ))}
      </ul>
    </section>
  )
}

interface OfferCardProps {
  icon: ReactNode
  title: ReactNode
  note: ReactNode
  accept: string
  decline: string
  disabled: boolean
  busy: boolean
  onAccept: () => void
  onDecline: () => void
}

/** An offer that waits for an answer: the main action of this page. */
function OfferCard({ icon, title, note, accept, decline, disabled, busy, onAccept, onDecline }: OfferCardProps) {
  return (
    <article className="flex flex-wrap items-center gap-4 rounded-panel border border-[#4b6d22] bg-linear-160 from-[#17210f] to-[#121813] p-4">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3.5">
        {icon}
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-sm text-mute">{note}</p>
        </div>
      </div>
      <div className="flex gap-3 max-sm:basis-full">
        <Button className="max-sm:flex-1" disabled={disabled} busy={busy} onClick={onDecline}>
          {decline}
        </Button>
        <Button look="primary" className="max-sm:flex-2" disabled={disabled} busy={busy} onClick={onAccept}>
          {accept}
        </Button>
      </div>
    </article>
  )
}

interface WaitingRowProps {
  icon: ReactNode
  title: string
  note: string
  label: string
  disabled: boolean
  busy: boolean
  onCancel: () => void
}

function WaitingRow({ icon, title, note, label, disabled, busy, onCancel }: WaitingRowProps) {
  const t = useTexts('teams')
  return (
    <li className="flex items-center gap-3.5 border-b border-line py-2.5">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-mute">{note}</p>
      </div>
      <Button size="sm" aria-label={label} disabled={disabled} busy={busy} onClick={onCancel}>
        {t('request.cancel')}
      </Button>
    </li>
  )
}

function SentMark() {
  return (
    <span aria-hidden="true" className="grid size-9 flex-none place-items-center rounded-[9px] bg-raise">
      <Send className="size-4.5" />
    </span>
  )
}
