import { useQuery } from '@tanstack/react-query'
import { consoleExplainDifference, consoleListDifferences, type ReconciliationDifference } from '@/api/generated'
import { explanationLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime, startOfDay } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { cx } from '@/ui/cx'
import { Tag } from '@/ui/tag'
import { DecisionDialog } from '../work/decision-dialog'
import { RowButton } from '../work/row-button'
import { useCurrent } from '../work/use-current'
import { type DecideProps, WorkList } from '../work/work-list'
import { byDay, type DifferingDay } from './differing-days'

/** The amounts of a day and of its items are under one another; the last column has the buttons. */
const ROW = 'grid items-center gap-x-6 gap-y-2 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_14rem_6rem]'

/** Days on which a counterparty's list and the books differ: staff find out why, and explain each item. */
export function Reconciliations() {
  const query = useQuery({
    queryKey: ['reconciliations'],
    queryFn: () => answerOf(consoleListDifferences({ query: { perPage: 100 } })),
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
    <li>
      <div className={ROW}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-sm">
            {known ? t(`reconciliation.${counterparty}`) : t('reconciliation.partner', { code: counterparty })} ·{' '}
            <span className="whitespace-nowrap">{formatDate(startOfDay(day) ?? day, language)}</span>
          </h3>
          <Tag tone="amber">{t('reconciliation.open', { count: items.length })}</Tag>
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-x-3">
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
        <p className="text-mute">
          <span className="num break-all text-text" lang="en">
            {subject}
          </span>{' '}
          · {t('reconciliation.foundAt')} {formatDateTime(foundAt, language)}
        </p>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3">
        <dt className="text-mute">{t('reconciliation.ours')}</dt>
        <dd className="text-right">
          {reason === 'unknown_here' ? t('reconciliation.notBooked') : <Amount satang={oursSatang} decimals="exact" />}
        </dd>
        <dt className="text-mute">{t('reconciliation.theirs')}</dt>
        <dd className="text-right">
          {reason === 'unknown_there' ? t('reconciliation.notListed') : <Amount satang={theirsSatang} decimals="exact" />}
        </dd>
      </dl>
      <RowButton
        className="justify-self-start sm:justify-self-end"
        aria-label={t('reconciliation.explainTitle', { subject })}
        onClick={onExplain}
      >
        {t('reconciliation.explain')}
      </RowButton>
    </li>
  )
}

function Explain({ chosen, onEnd, reload }: DecideProps<ReconciliationDifference, DifferingDay>) {
  const t = useTexts('operator')
  const { item, before, gone, decided } = useCurrent(chosen, {
    changedBy: ['reconciliation_changed', 'reconciliation_not_found'],
    reload: async () => (await reload())?.flatMap(({ items }) => items),
    isSame: (one, other) => one.id === other.id,
  })
  const { id, subject, oursSatang, theirsSatang } = item
  const amounts = { ours: formatBaht(oursSatang, 'exact'), theirs: formatBaht(theirsSatang, 'exact') }
  return (
    <DecisionDialog
      title={t('reconciliation.explainTitle', { subject })}
      noteLabel={t('reconciliation.note')}
      longest={explanationLimits.note}
      action={t('reconciliation.explain')}
      decide={(note) => decided(answerOf(consoleExplainDifference({ path: { id }, body: { note, oursSatang, theirsSatang } })))}
      changed={({ code }) => {
        if (gone) return t('reconciliation.gone')
        if (code !== 'reconciliation_changed' || !before) return undefined
        const [oursBefore, theirsBefore] = [formatBaht(before.oursSatang, 'exact'), formatBaht(before.theirsSatang, 'exact')]
        return t('reconciliation.changed', { ...amounts, oursBefore, theirsBefore })
      }}
      over={gone}
      onEnd={onEnd}
    >
      {t('reconciliation.explainText', amounts)}
    </DecisionDialog>
  )
}
