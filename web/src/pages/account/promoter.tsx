import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Me, PromoterState } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { AccountPage } from '../frames/account'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { serverNow } from '@/live'
import { ConnectionMark } from '@/live/connection-mark'
import { Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { QueryError } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { lackingOf, Missing } from '@/features/promoters/missing'
import { promoterQuery } from '@/features/promoters/queries'
import { RightsDialog } from '@/features/promoters/rights-dialog'
import { Steps } from '@/features/promoters/steps'
import { TermsDialog } from '@/features/promoters/terms-dialog'

/** The right to run tournaments: what it is, the user's own state, and the application. */
export function PromoterPage() {
  const t = useTexts('promoters')
  const me = useSession((session) => session.me)
  return (
    <AccountPage heading={t('heading')} aside={<ConnectionMark />}>
      {me && <Loaded me={me} />}
    </AccountPage>
  )
}

function Loaded({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(promoterQuery)
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  return data ? <View me={me} state={data} /> : <div className="skeleton h-96" />
}

const TONES = { approved: 'lime', submitted: 'amber', rejected: 'red', revoked: 'red', expired: 'amber' } as const
const DAY_MS = 86_400_000

function View({ me, state }: { me: Me; state: PromoterState }) {
  const t = useTexts('promoters')
  const { status, reason } = state
  const lacking = lackingOf(state.missing)
  return (
    <>
      <section className="flex flex-col items-start gap-4 rounded-panel border border-line bg-panel p-5 max-xs:p-4">
        <Tag {...(status !== 'none' && { tone: TONES[status] })}>{t(`status.${status}`)}</Tag>
        <About state={state} />
        {reason && (status === 'rejected' || status === 'revoked') && (
          <p className="border-l-2 border-control pl-4">{t('reason', { reason })}</p>
        )}
        <Actions me={me} state={state} />
      </section>
      {wantsToApply(state) && !me.suspended && (status === 'none' || lacking.length > 0) && (
        <Missing notices={lacking} fields={state.missingFields} />
      )}
      <Steps state={state} />
    </>
  )
}

function About({ state: { status, expiresAt, renewableAt, renewalWaits } }: { state: PromoterState }) {
  const t = useTexts('promoters')
  const language = useLanguage()
  const at = expiresAt ? formatDate(expiresAt, language) : ''
  const soon = status === 'approved' && !renewalWaits && expiresAt && renewableAt && Date.parse(renewableAt) <= serverNow()
  return (
    <div className="flex flex-col gap-2">
      <p>{t(`about.${status}`, { at })}</p>
      {renewalWaits && <p className="text-amber">{t('about.renewalWaits')}</p>}
      {soon && (
        <p className="text-amber">
          {t('about.endsSoon', { count: Math.max(0, Math.ceil((Date.parse(expiresAt) - serverNow()) / DAY_MS)) })}
        </p>
      )}
    </div>
  )
}

/** Whether an application is the next step: the first, another, or for another year. */
function wantsToApply({ status, mayApply, renewableAt, renewalWaits }: PromoterState): boolean {
  if (status === 'approved') return !renewalWaits && renewableAt != null && Date.parse(renewableAt) <= serverNow()
  return mayApply || status === 'none' || status === 'rejected' || status === 'expired'
}

function Actions({ me, state }: { me: Me; state: PromoterState }) {
  const t = useTexts('promoters')
  const [open, setOpen] = useState<'rights' | 'terms'>()
  const close = () => setOpen(undefined)
  const renewal = state.status === 'approved' || state.status === 'expired'
  const blocked: ReactNode = me.suspended ? (
    <Notice tone="warn">{t('blocked.suspended')}</Notice>
  ) : (
    !me.verified && (
      <Notice
        tone="warn"
        action={
          <Link to="/account/verify-email" className={buttonClass('plain', 'sm')}>
            {t('blocked.verify')}
          </Link>
        }
      >
        {t('blocked.unverified')}
      </Notice>
    )
  )
  return (
    <>
      {wantsToApply(state) && blocked}
      <div className="flex flex-wrap gap-3">
        {state.status === 'approved' && (
          <Link to="/account/form-tournament" className={buttonClass('primary')}>
            {t('create')}
          </Link>
        )}
        {wantsToApply(state) && (
          <Button look={state.status === 'approved' ? 'plain' : 'primary'} disabled={Boolean(blocked)} onClick={() => setOpen('rights')}>
            {t(renewal ? 'renew' : state.status === 'rejected' ? 'again' : 'apply')}
          </Button>
        )}
        {state.status === 'revoked' && (
          <Link to="/contact" className={buttonClass('plain')}>
            {t('contact')}
          </Link>
        )}
      </div>
      {open === 'rights' && (
        <RightsDialog lacking={lackingOf(state.missing)} fields={state.missingFields} onEnd={close} onConfirm={() => setOpen('terms')} />
      )}
      {open === 'terms' && <TermsDialog state={state} renewal={renewal} onEnd={close} />}
    </>
  )
}
