import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decideStranger, listStrangers, type Stranger } from '@/api/generated'
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

const REASONS = ['unknown', 'amount_mismatch', 'paid_twice', 'contradicted'] as const
const STATUSES = ['pending', 'successful', 'failed', 'expired', 'reversed'] as const

/** Charges at the payment provider that do not agree with the books: an operator settles them outside and says so here. */
export function Strangers() {
  const [chosen, setChosen] = useState<Stranger>()
  const query = useQuery({ queryKey: ['strangers'], queryFn: () => answerOf(listStrangers({ query: { perPage: 50 } })) })
  const dialog = chosen && (
    <Close
      stranger={chosen}
      onEnd={(changed) => {
        setChosen(undefined)
        if (changed) void query.refetch()
      }}
    />
  )
  return (
    <WorkList kind="stranger" query={query} dialog={dialog}>
      {(stranger) => <Row key={stranger.id} stranger={stranger} onClose={() => setChosen(stranger)} />}
    </WorkList>
  )
}

function Row({ stranger, onClose }: { stranger: Stranger; onClose: () => void }) {
  const t = useTexts('operator')
  const language = useLanguage()
  const reason = REASONS.find((known) => known === stranger.reason)
  const status = STATUSES.find((known) => known === stranger.status)
  const ours = stranger.currency === 'THB'
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="red">{reason ? t(`stranger.${reason}`) : stranger.reason}</Tag>
          <span className="text-sm text-mute">{status ? t(`stranger.status.${status}`) : stranger.status}</span>
        </p>
        <p className="num text-sm break-all" lang="en">
          {stranger.chargeId}
        </p>
        {stranger.orderNumber && (
          <p className="text-sm text-mute">
            {t('stranger.order')} <span className="num text-text">{stranger.orderNumber}</span>
          </p>
        )}
        <p className="text-sm text-mute">
          {t('stranger.foundAt')} {formatDateTime(stranger.foundAt, language)}
        </p>
      </div>
      <div className="flex flex-col items-end">
        <Amount satang={stranger.amountSatang} decimals="exact" className="text-lg" unit={ours ? '฿' : stranger.currency} />
        <span className="text-sm text-mute">
          {stranger.expectedSatang == null
            ? t('stranger.noExpected')
            : t('stranger.expected', { amount: formatBaht(stranger.expectedSatang, 'exact') })}
        </span>
      </div>
      <Button size="sm" onClick={onClose}>
        {t('stranger.close')}
      </Button>
    </li>
  )
}

/** Names what will be booked, and asks what was done. */
function Close({ stranger, onEnd }: { stranger: Stranger; onEnd: (changed: boolean) => void }) {
  const t = useTexts('operator')
  const say = useProblemText()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const closing = useMutation({
    mutationFn: () => answerOf(decideStranger({ path: { id: stranger.id }, body: { action: 'close', note: note.trim() } })),
    onSuccess: () => {
      void toast(t('done'), { tone: 'success' })
      onEnd(true)
    },
  })
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t('stranger.closeTitle', { id: stranger.chargeId })}
      titleClass="break-all"
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{t('cancel')}</Button>
          <Button
            look="primary"
            busy={closing.isPending}
            onClick={() => {
              setTried(true)
              if (note.trim()) closing.mutate()
            }}
          >
            {t('stranger.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-mute">{t(stranger.reason === 'paid_twice' ? 'stranger.closeTwice' : 'stranger.closeText')}</p>
        <TextField
          label={t('stranger.note')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
          error={tried && !note.trim() ? t('noteNeeded') : undefined}
        />
        {closing.error && <Notice tone="error">{say(problemOf(closing.error))}</Notice>}
      </div>
    </Dialog>
  )
}
