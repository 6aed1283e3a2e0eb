import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listRefunds, type Refund, settleRefund } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useProblemText } from '@/app/query-error'
import { useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { Amount, formatBaht } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { WorkList } from './work-list'

/** What is owed back and was not seen to go back yet; and what went back though nothing was owed. */
export function Refunds() {
  const [chosen, setChosen] = useState<Refund>()
  const query = useQuery({ queryKey: ['refunds'], queryFn: () => answerOf(listRefunds({ query: { perPage: 50 } })) })
  const dialog = chosen && (
    <Settle
      refund={chosen}
      onEnd={(changed) => {
        setChosen(undefined)
        if (changed) void query.refetch()
      }}
    />
  )
  return (
    <WorkList kind="refund" query={query} dialog={dialog}>
      {(refund) => <Row key={refund.key} refund={refund} onSettle={() => setChosen(refund)} />}
    </WorkList>
  )
}

function Row({ refund, onSettle }: { refund: Refund; onSettle: () => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const owed = refund.owedSatang > 0
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone={owed ? 'amber' : 'red'}>{t(owed ? 'refund.owed' : 'refund.unowed')}</Tag>
          {refund.disputed && <Tag tone="red">{t('refund.disputed')}</Tag>}
        </p>
        {refund.orderNumber && (
          <p className="text-sm text-mute">
            {t('refund.order')} <span className="num text-text">{refund.orderNumber}</span>
          </p>
        )}
        <p className="text-sm text-mute">
          {t('refund.charges')}{' '}
          <span className="num break-all" lang="en">
            {refund.chargeIds.join(', ')}
          </span>
        </p>
        <p className="text-sm text-mute">
          {t('refund.since')} {formatDateTime(refund.since, language)}
        </p>
      </div>
      <div className="flex flex-col items-end">
        <Amount satang={Math.abs(refund.owedSatang)} decimals="exact" className="text-lg" />
        {refund.chargedBackSatang > 0 && (
          <span className="text-sm text-mute">{t('refund.chargedBack', { amount: formatBaht(refund.chargedBackSatang, 'exact') })}</span>
        )}
      </div>
      {/* Until the dispute is decided the money may come back. */}
      {!refund.disputed && (
        <Button size="sm" onClick={onSettle}>
          {t(owed ? 'refund.paidBack' : 'refund.giveUp')}
        </Button>
      )}
    </li>
  )
}

/** Names what will be booked, and asks what was done. */
function Settle({ refund, onEnd }: { refund: Refund; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const say = useProblemText()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const deed = refund.owedSatang > 0 ? 'paidBack' : 'giveUp'
  const settling = useMutation({
    mutationFn: () => answerOf(settleRefund({ path: { key: refund.key }, body: { owedSatang: refund.owedSatang, note: note.trim() } })),
    onSuccess: () => {
      void toast(t('done'), { tone: 'success' })
      onEnd(true)
    },
  })
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t(`refund.${deed}Title`, { key: refund.key })}
      titleClass="break-all"
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{t('cancel')}</Button>
          <Button
            look={deed === 'giveUp' ? 'danger' : 'primary'}
            busy={settling.isPending}
            onClick={() => {
              setTried(true)
              if (note.trim()) settling.mutate()
            }}
          >
            {t(`refund.${deed}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t(`refund.${deed}Text`, { amount: formatBaht(Math.abs(refund.owedSatang), 'exact') })}</p>
        <TextField
          label={t('stranger.note')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
          error={tried && !note.trim() ? t('noteNeeded') : undefined}
        />
        {settling.error && <Notice tone="error">{say(problemOf(settling.error))}</Notice>}
      </div>
    </Dialog>
  )
}
