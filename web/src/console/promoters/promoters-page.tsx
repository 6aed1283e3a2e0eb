import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { promoterDecide, promoterRevoke, type PromoterApplication } from '@/api/generated'
import { decidePromoterLimits } from '@/api/limits.gen'
import { answerOf, problemOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { serverNow } from '@/live'
import { Avatar } from '@/ui/avatar'
import { Chip } from '@/ui/chip'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/feedback'
import { Pager } from '@/ui/pager'
import { QueryError } from '@/ui/query-error'
import { Tag } from '@/ui/tag'
import { hueOf } from '@/ui/team-logo'
import { DecisionDialog } from '../work/decision-dialog'
import { LIST, ROW } from '../work/look'
import { RowButton } from '../work/row-button'
import { applicationsQuery, PER_PAGE, STATUSES, type Status } from './queries'

/** Applications to run tournaments: staff decide, and may revoke the right. */
export function PromotersPage() {
  const t = useTexts('promoters')
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{t('staff.heading')}</h1>
      <Applications />
    </div>
  )
}

type Decision = 'approve' | 'reject' | 'revoke'
interface Choice {
  application: PromoterApplication
  decision: Decision
}

function Applications() {
  const t = useTexts('promoters')
  const navigate = useNavigate()
  const { status = 'submitted', page = 1 } = useSearch({ from: '/console/promoters' })
  const { data, error, refetch, isPaused, isPlaceholderData } = useQuery(applicationsQuery(status, page))
  const [chosen, setChosen] = useState<Choice>()
  const go = (next: Status, page = 1) =>
    void navigate({ to: '/console/promoters', search: { ...(next !== 'submitted' && { status: next }), ...(page > 1 && { page }) } })
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  const list = () => {
    const offline = isPaused && (!data || isPlaceholderData)
    if (offline || (error && !data)) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
    if (!data) return <div className="skeleton h-64" />
    if (data.items.length === 0) return <EmptyState>{t(`staff.empty.${status}`)}</EmptyState>
    return (
      <ul className={cx(LIST, isPlaceholderData && 'opacity-60')}>
        {data.items.map((application) => (
          <Row key={application.id} application={application} onChoose={(decision) => setChosen({ application, decision })} />
        ))}
      </ul>
    )
  }
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('staff.filter.label')}</legend>
        {STATUSES.map((known) => (
          <Chip key={known} checked={known === status} label={t(`staff.filter.${known}`)} onChoose={() => go(known)} />
        ))}
      </fieldset>
      {list()}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => go(status, next)}
        labels={{ page: t('staff.page', { page, pages }), previous: t('staff.previous'), next: t('staff.next') }}
      />
      {chosen && (
        <Decide
          {...chosen}
          onEnd={(changed) => {
            setChosen(undefined)
            if (changed) void refetch()
          }}
        />
      )}
    </>
  )
}

function Row({ application, onChoose }: { application: PromoterApplication; onChoose: (decision: Decision) => void }) {
  const t = useTexts('promoters')
  const language = useLanguage()
  const { person, status, renewal, submittedAt, decidedAt, reason, rights } = application
  const { displayName: name } = person
  const runs = rights && !rights.revokedAt && Date.parse(rights.expiresAt) > serverNow()
  return (
    <li className={ROW}>
      <Avatar name={name} picture={person.picture} hue={hueOf(name)} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          {renewal && <Tag>{t('staff.renewal')}</Tag>}
          {person.suspended && <Tag tone="red">{t('staff.suspended')}</Tag>}
        </p>
        <p className="text-mute">
          {person.fullName ?? t('staff.noName')}
          {person.organization && ` · ${person.organization}`}
        </p>
        <p className="text-mute">
          {t('staff.submittedAt', { at: formatDateTime(submittedAt, language) })}
          {decidedAt && ` · ${t('staff.decidedAt', { at: formatDateTime(decidedAt, language) })}`}
        </p>
        {rights && <Rights rights={rights} />}
        {reason && <p>{reason}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'submitted' && (
          <>
            <RowButton aria-label={`${t('staff.reject')} ${name}`} onClick={() => onChoose('reject')}>
              {t('staff.reject')}
            </RowButton>
            <RowButton aria-label={`${t('staff.approve')} ${name}`} onClick={() => onChoose('approve')}>
              {t('staff.approve')}
            </RowButton>
          </>
        )}
        {status === 'approved' && runs && (
          <RowButton look="danger" aria-label={`${t('staff.revoke')} ${name}`} onClick={() => onChoose('revoke')}>
            {t('staff.revoke')}
          </RowButton>
        )}
      </div>
    </li>
  )
}

function Rights({ rights: { expiresAt, revokedAt } }: { rights: NonNullable<PromoterApplication['rights']> }) {
  const t = useTexts('promoters')
  const language = useLanguage()
  if (revokedAt) return <p className="text-red">{t('staff.rightsRevoked', { at: formatDate(revokedAt, language) })}</p>
  const at = formatDate(expiresAt, language)
  return <p className="text-mute">{t(Date.parse(expiresAt) > serverNow() ? 'staff.rightsUntil' : 'staff.rightsEnded', { at })}</p>
}

function Decide({ application, decision, onEnd }: Choice & { onEnd: (changed: boolean) => void }) {
  const t = useTexts('promoters')
  const { id, person, renewal } = application
  const { displayName: name, userId } = person
  const decide = (reason: string) => {
    if (decision === 'revoke') return answerOf<unknown>(promoterRevoke({ body: { userId, reason } }))
    return answerOf<unknown>(promoterDecide({ body: { id, approve: decision === 'approve', ...(reason && { reason }) } }))
  }
  return (
    <DecisionDialog
      title={t(`staff.${decision}Title`, { name })}
      {...(decision !== 'approve' && { noteLabel: t('staff.reason') })}
      longest={decidePromoterLimits.reason}
      action={t(`staff.${decision}`)}
      danger={decision !== 'approve'}
      decide={decide}
      onEnd={onEnd}
    >
      {t(decision === 'approve' && renewal ? 'staff.renewText' : `staff.${decision}Text`, { name })}
    </DecisionDialog>
  )
}
