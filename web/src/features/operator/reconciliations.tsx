import { useQuery } from '@tanstack/react-query'
import { operatorExplainDifference, operatorListDifferences, type ReconciliationDifference } from '@/api/generated'
import { explanationLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime, startOfDay } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from './decision-dialog'
import { byDay, type DifferingDay } from './differing-days'
import { WorkList } from './work-list'

/** The amounts of a day and of its items are under one another; the last column has the buttons. */
const ROW = 'grid items-center gap-x-6 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_14rem_6rem]'

/** Days on which a counterparty's list and the books differ: staff find out why, and explain each item. */
export function Reconciliations() {
  const query = useQuery({
    queryKey: ['reconciliations'],
    queryFn: () => answerOf(operatorListDifferences({ query: { perPage: 100 } })),
    select: byDay,
  })
  return (
    <WorkList kind="reconciliation" query={query} keyOf={({ counterparty, day }) => `${day} ${counterparty}`} Row={Day} Decide={Explain} />
  )
}

function Day({ item: { counterparty, day, items }, onChoose }: { item: DifferingDay; onChoose: (item: ReconciliationDifference) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const sum = (side: 'oursSatang' | 'theirsSatang') => items.reduce((satang, item) => satang + item[side], 0)
  const [ours, theirs] = [sum('oursSatang'), sum('theirsSatang')]
  const sums = [
    ['ours', ours],
    ['theirs', theirs],
    ['difference', theirs - ours],
  ] as const
  const known = counterparty === 'opn' || counterparty === 'telecom'
  return (
    <li className="rounded-panel border border-line bg-panel">
      <div className={ROW}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base">
            {known ? t(`reconciliation.${counterparty}`) : t('reconciliation.partner', { code: counterparty })} ·{' '}
            <span className="whitespace-nowrap">{formatDate(startOfDay(day) ?? day, language)}</span>
          </h3>
          <Tag tone="amber">{t('reconciliation.open', { count: items.length })}</Tag>
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
          {sums.map(([name, satang]) => (
            <div key={name} className="contents">
              <dt className="text-mute">{t(`reconciliation.${name}`)}</dt>
              <dd className="text-right">
                <Amount satang={satang} decimals="exact" />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <ul>
        {items.map((item) => (
          <Difference key={item.id} item={item} onExplain={() => onChoose(item)} />
        ))}
      </ul>
    </li>
  )
}

function Difference({ item, onExplain }: { item: ReconciliationDifference; onExplain: () => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const { kind, reason, subject, oursSatang, theirsSatang, foundAt } = item
  return (
    <li className={cx(ROW, 'border-t border-line')}>
      <div className="min-w-0">
        <p>{t(`reconciliation.${kind}.${reason}`)}</p>
        <p className="num text-sm break-all" lang="en">
          {subject}
        </p>
        <p className="text-sm text-mute">
          {t('reconciliation.foundAt')} {formatDateTime(foundAt, language)}
        </p>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
        <dt className="text-mute">{t('reconciliation.ours')}</dt>
        <dd className="text-right">
          {reason === 'unknown_here' ? t('reconciliation.notBooked') : <Amount satang={oursSatang} decimals="exact" />}
        </dd>
        <dt className="text-mute">{t('reconciliation.theirs')}</dt>
        <dd className="text-right">
          {reason === 'unknown_there' ? t('reconciliation.notListed') : <Amount satang={theirsSatang} decimals="exact" />}
        </dd>
      </dl>
      <Button
        size="sm"
        className="justify-self-start sm:justify-self-end"
        aria-label={t('reconciliation.explainTitle', { subject })}
        onClick={onExplain}
      >
        {t('reconciliation.explain')}
      </Button>
    </li>
  )
}

function Explain({ chosen, onEnd }: { chosen: ReconciliationDifference; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const { id, subject, oursSatang, theirsSatang } = chosen
  return (
    <DecisionDialog
      title={t('reconciliation.explainTitle', { subject })}
      noteLabel={t('reconciliation.note')}
      longest={explanationLimits.note}
      action={t('reconciliation.explain')}
      decide={async (note) => answerOf(operatorExplainDifference({ path: { id }, body: { note, oursSatang, theirsSatang } }))}
      onEnd={onEnd}
    >
      {t('reconciliation.explainText', { ours: formatBaht(oursSatang, 'exact'), theirs: formatBaht(theirsSatang, 'exact') })}
    </DecisionDialog>
  )
}
