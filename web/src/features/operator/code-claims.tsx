import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ClaimAction, operatorDecideClaim, operatorListClaims, type StaffCodeClaim } from '@/api/generated'
import { claimDecisionLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { WorkList } from './work-list'

interface Decision {
  claim: StaffCodeClaim
  action: ClaimAction
}

/** Codes that their buyers report as used already: exchanged for another, or refused. */
export function CodeClaims() {
  const query = useQuery({ queryKey: ['code-claims'], queryFn: () => answerOf(operatorListClaims({ query: { perPage: 50 } })) })
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
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="num">{claim.orderNumber}</span>
          <Tag>{t(claim.ownCode ? 'claim.own' : 'claim.partner')}</Tag>
        </p>
        <p className="text-sm text-mute">
          {claim.partner} · {claim.sku} · <span className="num break-all">{claim.serial}</span>
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm text-mute">
          {times.map(([name, at]) => (
            <div key={name} className="contents">
              <dt>{t(name)}</dt>
              <dd>{at ? formatDateTime(at, language) : t('claim.unknown')}</dd>
            </div>
          ))}
        </dl>
        {claim.note && <p className="text-sm break-words">{claim.note}</p>}
        <Link
          to="/operator/threads/$id"
          params={{ id: String(claim.threadId) }}
          className="inline-flex min-h-11 items-center text-sm text-lime underline"
        >
          {t('claim.thread')}
        </Link>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onChoose({ claim, action: 'exchange' })}>
          {t('claim.exchange')}
        </Button>
        <Button size="sm" look="danger" onClick={() => onChoose({ claim, action: 'refuse' })}>
          {t('claim.refuse')}
        </Button>
      </div>
    </li>
  )
}

function Decide({ chosen: { claim, action }, onEnd }: { chosen: Decision; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const refuses = action === 'refuse'
  return (
    <DecisionDialog
      title={t(`claim.${action}Title`, { serial: claim.serial })}
      {...(refuses && { noteLabel: t('claim.reason'), longest: claimDecisionLimits.reason })}
      action={t(`claim.${action}`)}
      danger={refuses}
      decide={(reason) => answerOf(operatorDecideClaim({ path: { claimId: claim.id }, body: { action, ...(reason && { reason }) } }))}
      onEnd={onEnd}
    >
      {t(`claim.${action}Text`)}
    </DecisionDialog>
  )
}
