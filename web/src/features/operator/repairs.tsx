import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decideRepair, listRepairs, type Repair, type RepairAction } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { useHead } from '@/app/head'
import { useProblemText } from '@/app/query-error'
import { NeedsLogin } from '@/features/account/needs-login'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { Refunds } from './refunds'
import { Strangers } from './strangers'
import { WorkList } from './work-list'

/** Paid lines that could not be delivered: an operator sends them again or gives them up. */
export function RepairsPage() {
  const t = useTexts('operator')
  const operator = useSession((session) => session.me?.isOperator)
  useHead({ title: t('title'), noindex: true })
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('heading')}</h1>
      <NeedsLogin>
        {operator ? (
          <>
            <Queue />
            <Refunds />
            <Strangers />
          </>
        ) : (
          <Notice tone="warn">{t('staffOnly')}</Notice>
        )}
      </NeedsLogin>
    </div>
  )
}

interface Decision {
  repair: Repair
  action: RepairAction
}

function Queue() {
  const [decision, setDecision] = useState<Decision>()
  const query = useQuery({ queryKey: ['repairs'], queryFn: () => answerOf(listRepairs({ query: { perPage: 100 } })) })
  const dialog = decision && (
    <Decide
      decision={decision}
      onEnd={(changed) => {
        setDecision(undefined)
        if (changed) void query.refetch()
      }}
    />
  )
  return (
    <WorkList kind="repair" query={query} dialog={dialog}>
      {(repair) => <Row key={repair.deliveryId} repair={repair} onDecide={(action) => setDecision({ repair, action })} />}
    </WorkList>
  )
}

function Row({ repair, onDecide }: { repair: Repair; onDecide: (action: RepairAction) => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="num">{repair.orderNumber}</span>
          <Tag tone="red">{repair.failureCode ?? '–'}</Tag>
          <span className="text-sm text-mute">{t('attempts', { count: repair.attempts })}</span>
        </p>
        <p className="text-sm text-mute">
          {repair.partner} · {repair.sku}
          {repair.quantity > 1 && ` × ${repair.quantity}`}
          {repair.playerId && ` · ${t('player')} ${repair.playerId}`}
          {repair.server && ` (${repair.server})`}
        </p>
        {repair.paidAt && (
          <p className="text-sm text-mute">
            {t('paidAt')} {formatDateTime(repair.paidAt, language)}
          </p>
        )}
      </div>
      <Amount satang={repair.totalSatang} decimals="exact" className="text-lg" />
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onDecide('retry')}>
          {t('retry')}
        </Button>
        <Button size="sm" look="danger" onClick={() => onDecide('close')}>
          {t('close')}
        </Button>
      </div>
    </li>
  )
}

/** Names what will happen, and asks why. */
function Decide({ decision: { repair, action }, onEnd }: { decision: Decision; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const say = useProblemText()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const deciding = useMutation({
    mutationFn: () => answerOf(decideRepair({ path: { deliveryId: repair.deliveryId }, body: { action, note: note.trim() } })),
    onSuccess: () => {
      void toast(t('done'), { tone: 'success' })
      onEnd(true)
    },
  })
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t(`${action}Title`, { sku: repair.sku, number: repair.orderNumber })}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{t('cancel')}</Button>
          <Button
            look={action === 'close' ? 'danger' : 'primary'}
            busy={deciding.isPending}
            onClick={() => {
              setTried(true)
              if (note.trim()) deciding.mutate()
            }}
          >
            {t(action)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t(`${action}Text`, { amount: formatBaht(repair.totalSatang, 'exact') })}</p>
        <TextField
          label={t('note')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={tried && !note.trim() ? t('noteNeeded') : undefined}
        />
        {deciding.error && <Notice tone="error">{say(problemOf(deciding.error))}</Notice>}
      </div>
    </Dialog>
  )
}
