import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ClaimAction, consoleDecideClaim, consoleListClaims, type StaffCodeClaim } from '@/api/generated'
import { claimDecisionLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from '../work/decision-dialog'
import { ROW } from '../work/look'
import { OrderLink } from '../work/order-link'
import { RowButton } from '../work/row-button'
import { type DecideProps, WorkList } from '../work/work-list'

interface Decision {
  claim: StaffCodeClaim
  action: ClaimAction
}

/** Codes that their buyers report as used already: exchanged for another, or refused. */
export function CodeClaims() {
  const query = useQuery({ queryKey: ['code-claims'], queryFn: () => answerOf(consoleListClaims({ query: { perPage: 50 } })) })
  return <WorkList kind="claim" query={query} keyOf={({ id }) => id} Row={Row} Decide={Decide} />
}

function Row({ item: claim, onChoose }: { item: StaffCodeClaim; onChoose: (decision: Decision) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const times = [
    ['claim.imported', claim.importedAt],
    ['claim.sold', claim.soldAt],
    ['claim.firstViewed', claim.firstViewedAt],
    ['claim.lastViewed', claim.lastViewedAt],
    ['claim.seen', claim.seenAt],
  ] as const
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2">
          <OrderLink number={claim.orderNumber} />
          <Tag>{t(claim.ownCode ? 'claim.own' : 'claim.partner')}</Tag>
          <Link
            to="/console/threads/$id"
            params={{ id: String(claim.threadId) }}
            className="text-lime underline decoration-control underline-offset-4"
          >
            {t('claim.thread')}
          </Link>
        </p>
        <p className="text-mute">
          {claim.partner} · {claim.sku} · <span className="num break-all">{claim.serial}</span>
        </p>
        {claim.note && <p className="break-words">{claim.note}</p>}
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-xs text-mute">
        {times.map(([name, at]) => (
          <div key={name} className="contents">
            <dt>{t(name)}</dt>
            <dd>{at ? formatDateTime(at, language) : t('claim.unknown')}</dd>
          </div>
        ))}
      </dl>
      <div className="flex gap-2">
        <RowButton onClick={() => onChoose({ claim, action: 'exchange' })}>{t('claim.exchange')}</RowButton>
        <RowButton look="danger" onClick={() => onChoose({ claim, action: 'refuse' })}>
          {t('claim.refuse')}
        </RowButton>
      </div>
    </li>
  )
}

function Decide({ chosen: { claim, action }, onEnd }: DecideProps<Decision, StaffCodeClaim>) {
  const t = useTexts('operator')
  const refuses = action === 'refuse'
  return (
    <DecisionDialog
      title={t(`claim.${action}Title`, { serial: claim.serial })}
      {...(refuses && { noteLabel: t('claim.reason'), longest: claimDecisionLimits.reason })}
      action={t(`claim.${action}`)}
      danger={refuses}
      decide={(reason) => answerOf(consoleDecideClaim({ path: { claimId: claim.id }, body: { action, ...(reason && { reason }) } }))}
      onEnd={onEnd}
    >
      {t(`claim.${action}Text`)}
    </DecisionDialog>
  )
}
